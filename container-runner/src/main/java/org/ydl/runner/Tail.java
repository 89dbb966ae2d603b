package org.ydl.runner;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of an output, long ones cut. Written by one thread, read by another. */
final class Tail {
    /** In characters. The lines end up in the application's diagnostics, of which YARN keeps 10,000 in all. */
    private static final int MAX_LINE = 500;

    private static final String CUT = "...";

    private final int limit;
    private final Deque<String> lines = new ArrayDeque<>();

    Tail(int limit) {
        this.limit = limit;
    }

    synchronized void add(String line) {
        if (lines.size() == limit) {
            lines.removeFirst();
        }
        lines.addLast(line.length() > MAX_LINE ? cut(line) : line);
    }

    private static String cut(String line) {
        int end = MAX_LINE - CUT.length();
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    /** Oldest first. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
