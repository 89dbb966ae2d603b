package org.ydl.job;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** The last steps of a schedule, for whoever looks at one that failed. */
final class Trace {
    private static final int SHOWN_STEPS = 60;

    /** One step, put into words only when someone reads them. */
    private record Seen(Object cause, Step step) {
        @Override
        public String toString() {
            return cause + " -> " + step.next().phase() + " " + step.actions();
        }
    }

    private final boolean printed;
    private final Deque<Object> seen = new ArrayDeque<>();

    /** @param printed whether all of it is printed at once */
    Trace(boolean printed) {
        this.printed = printed;
    }

    void note(Object cause, Step step) {
        note(new Seen(cause, step));
    }

    void note(Object sight) {
        seen.add(sight);
        if (printed) {
            System.out.println(sight);
        }
        if (seen.size() > SHOWN_STEPS) {
            seen.removeFirst();
        }
    }

    @Override
    public String toString() {
        return seen.stream().map(Object::toString).collect(Collectors.joining("\n"));
    }
}
