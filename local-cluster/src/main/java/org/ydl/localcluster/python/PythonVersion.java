package org.ydl.localcluster.python;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a Python interpreter.
 *
 * <p>Immutable.
 */
record PythonVersion(int major, int minor) {
    private static final Pattern TEXT = Pattern.compile("(\\d+)\\.(\\d+)(\\..*)?");

    /** Those for which the pinned TensorFlow has wheels. */
    static final String SUPPORTED = "3.9 to 3.12";

    static Optional<PythonVersion> parse(String text) {
        Matcher matcher = TEXT.matcher(text.trim());
        return matcher.matches()
                ? Optional.of(new PythonVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    boolean isSupported() {
        return major == 3 && minor >= 9 && minor <= 12;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
