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
 * <p>Closed at first: until somebody wants them, lines are only counted. Bounded: when the application master reads too
 * slowly, or is away, the oldest lines give way. In both cases the numbers of the others show how many are missing. So
 * the user's process never waits for the network. Filled from the threads that read the process, emptied by the event
 * loop; all methods may be called from any thread.
 */
final class Outbox {
    /** What a line takes besides its characters: the message around it, in bytes of heap. An empty line costs, too. */
    private static final int LINE_COST = 200;

    private final org.ydl.api.v1.TaskId task;
    private final String run;
    private final int limit;
    private final Runnable whenFilled;
    private final Queue<TaskOutput> lines = new ArrayDeque<>();
    private int cost;
    private long lastNumber;
    private boolean open;

    /**
     * @param run names this process, which numbers the lines
     * @param limit in characters, with {@value #LINE_COST} more for each line
     * @param whenFilled called when the first line comes into an empty outbox, on the thread that brings it
     */
    Outbox(TaskId task, String run, int limit, Runnable whenFilled) {
        this.task = task.toMessage();
        this.run = run;
        this.limit = limit;
        this.whenFilled = whenFilled;
    }

    /** From now on keeps the lines. */
    synchronized void open() {
        open = true;
    }

    void add(OutputChannel channel, String line) {
        if (put(channel, line)) {
            whenFilled.run();
        }
    }

    private synchronized boolean put(OutputChannel channel, String line) {
        lastNumber++;
        if (!open) {
            return false;
        }
        boolean wasEmpty = lines.isEmpty();
        lines.add(output(channel, line, lastNumber));
        cost += costOf(line);
        while (cost > limit && lines.size() > 1) {
            cost -= costOf(lines.remove().getLine());
        }
        return wasEmpty;
    }

    /** The oldest line. */
    synchronized Optional<TaskOutput> poll() {
        Optional<TaskOutput> first = Optional.ofNullable(lines.poll());
        first.ifPresent(line -> cost -= costOf(line.getLine()));
        return first;
    }

    synchronized boolean isEmpty() {
        return lines.isEmpty();
    }

    private static int costOf(String line) {
        return line.length() + LINE_COST;
    }

    private TaskOutput output(OutputChannel channel, String line, long number) {
        return TaskOutput.newBuilder()
                .setTask(task)
                .setChannel(channel)
                .setLine(line)
                .setNumber(number)
                .setRun(run)
                .build();
    }
}
