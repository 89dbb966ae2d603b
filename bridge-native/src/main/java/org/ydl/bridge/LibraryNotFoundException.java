package org.ydl.bridge;

import java.util.List;
import java.util.stream.Collectors;

/** No place had a libtensorflow that could be loaded. The message lists each place and why it was no use. */
public final class LibraryNotFoundException extends Exception {
    LibraryNotFoundException(List<Attempt> attempts) {
        super(describe(attempts));
    }

    /** A place that was tried in vain. */
    record Attempt(String place, String problem) {}

    private static String describe(List<Attempt> attempts) {
        String tried = attempts.isEmpty()
                ? "  there was no place to look at\n"
                : attempts.stream()
                        .map(attempt -> "  " + attempt.place() + "\n" + "    " + attempt.problem() + "\n")
                        .collect(Collectors.joining());
        return "no usable libtensorflow (" + LibraryPlace.FILE + ") on this node; looked at\n" + tried
                + "  try  a Python on every node that has TensorFlow 2: --python PATH\n"
                + "       or the library itself on every node: --tf-lib PATH";
    }
}
