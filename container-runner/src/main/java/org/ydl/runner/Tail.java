package org.ydl.runner;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last lines of an output. Written by one thread, read by another. */
final class Tail {
    private final int limit;
    private final Deque<String> lines = new ArrayDeque<>();

    Tail(int limit) {
        this.limit = limit;
    }

    synchronized void add(String line) {
        if (lines.size() == limit) {
            lines.removeFirst();
        }
        lines.addLast(line);
    }

    /** Oldest first. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }
}
