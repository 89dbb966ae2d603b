package org.ydl.api;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ports that a node's firewall lets through for a job, both ends included, written {@code 30000-30100}; one number is a
 * range of one.
 */
public record PortRange(int first, int last) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");

    public PortRange {
        if (first < 1 || last > 65_535 || first > last) {
            throw new IllegalArgumentException("the port range " + first + "-" + last
                    + " is empty or not within 1 to 65535; expected for example 30000-30100");
        }
    }

    public static PortRange parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no port range; expected for example 30000-30100");
        }
        int first = Integer.parseInt(matcher.group(1));
        return new PortRange(first, matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2)));
    }

    /** How many ports it has. */
    public int size() {
        return last - first + 1;
    }

    public boolean contains(int port) {
        return first <= port && port <= last;
    }

    /**
     * How many tasks of so many nodes it is enough for: each has a port for its TensorFlow server, and one where an
     * application master that takes over finds its runner. The application master needs a port of its own node.
     */
    public long tasks(int nodes) {
        return nodes == 0 ? 0 : (nodes - 1) * (size() / 2L) + (size() - 1) / 2;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
