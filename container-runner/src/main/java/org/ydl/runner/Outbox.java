package org.ydl.runner;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.ydl.api.TaskId;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.TaskOutput;

/**
 * Lines of the user's process on their way to the application master.
 *
 * <p>Bounded: when the application master reads too slowly, or is away, the oldest lines give way and a line says how
 * many. So the user's process never waits for the network. Filled from the threads that read the process, emptied by the
 * event loop; all methods may be called from any thread.
 */
final class Outbox {
    private final TaskId task;
    private final int limit;
    private final Runnable whenFilled;
    private final Queue<TaskOutput> lines = new ArrayDeque<>();
    private int characters;
    private int dropped;
    private long lastNumber;
    private long lastDropped;

    /**
     * @param limit in characters
     * @param whenFilled called when the first line comes into an empty outbox, on the thread that brings it
     */
    Outbox(TaskId task, int limit, Runnable whenFilled) {
        this.task = task;
        this.limit = limit;
        this.whenFilled = whenFilled;
    }

    void add(OutputChannel channel, String line) {
        if (put(channel, line)) {
            whenFilled.run();
        }
    }

    private synchronized boolean put(OutputChannel channel, String line) {
        boolean wasEmpty = lines.isEmpty();
        lines.add(output(channel, line, ++lastNumber));
        characters += line.length();
        while (characters > limit && lines.size() > 1) {
            TaskOutput oldest = lines.remove();
            characters -= oldest.getLine().length();
            lastDropped = oldest.getNumber();
            dropped++;
        }
        return wasEmpty;
    }

    /** The oldest line; in the place of dropped ones a note. */
    synchronized Optional<TaskOutput> poll() {
        if (dropped > 0) {
            TaskOutput note = output(
                    OutputChannel.OUTPUT_CHANNEL_STDERR,
                    "[ydl] " + dropped + " lines of " + task + " are left out here; its container's log has them all",
                    lastDropped);
            dropped = 0;
            return Optional.of(note);
        }
        Optional<TaskOutput> first = Optional.ofNullable(lines.poll());
        first.ifPresent(line -> characters -= line.getLine().length());
        return first;
    }

    synchronized boolean isEmpty() {
        return lines.isEmpty() && dropped == 0;
    }

    private TaskOutput output(OutputChannel channel, String line, long number) {
        return TaskOutput.newBuilder()
                .setTask(task.toMessage())
                .setChannel(channel)
                .setLine(line)
                .setNumber(number)
                .build();
    }
}
