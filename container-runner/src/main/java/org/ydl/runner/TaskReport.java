package org.ydl.runner;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.TaskExit;

/**
 * What a runner has to say about its task, over whatever stream there is: its activity, its output and its exit.
 *
 * <p>Lives on the event loop: every method but {@link #output} is called there.
 */
final class TaskReport {
    private final EventLoop loop;
    private final Outbox outbox;
    private final Supplier<RunnerIdentity> identity;
    private final Supplier<Optional<AttachedStream>> stream;
    private final AtomicBoolean flushEnqueued = new AtomicBoolean();

    private RunnerActivity activity = RunnerActivity.RUNNER_ACTIVITY_AWAITING_SPEC;
    private Optional<RunnerMessage> exit = Optional.empty();
    private boolean closing;

    /**
     * @param limit of the lines that wait, in the unit of {@link Outbox}
     * @param identity who speaks now
     * @param stream to speak over now, if there is one
     */
    TaskReport(
            EventLoop loop,
            RunnerEnvironment runner,
            int limit,
            Supplier<RunnerIdentity> identity,
            Supplier<Optional<AttachedStream>> stream) {
        this.loop = loop;
        this.outbox = new Outbox(runner.task(), run(runner), limit, this::flushSoon);
        this.identity = identity;
        this.stream = stream;
    }

    /** Names this process. The time is for containers with process ids of their own, which give the same one again. */
    private static String run(RunnerEnvironment runner) {
        return runner.containerId() + "." + ProcessHandle.current().pid() + "." + System.currentTimeMillis();
    }

    /** The lines on their way. */
    Outbox outbox() {
        return outbox;
    }

    /**
     * A line of the user's process, for the application master if it wants them. The one method for any thread; never
     * blocks.
     */
    void output(OutputChannel from, String line) {
        outbox.add(from, line);
    }

    /** Told at once, and again with every heartbeat. */
    void activity(RunnerActivity now) {
        activity = now;
        heartbeat();
    }

    void heartbeat() {
        stream.get().ifPresent(attached -> attached.heartbeat(identity.get(), activity));
    }

    /** The end of the present attempt: sent behind all output, and again over every new stream. */
    void exit(TaskExit end) {
        exit = Optional.of(RunnerMessage.newBuilder()
                .setRunner(identity.get())
                .setExit(end)
                .build());
        flush();
    }

    /** Another attempt begins: the exit of the former is said no more. */
    void dropExit() {
        exit = Optional.empty();
    }

    /** From now on the stream is closed when everything is said. */
    void closeWhenSaid() {
        closing = true;
        flush();
    }

    /** From any thread. One event at a time, however often the outbox fills: what else happens gets its turn. */
    void flushSoon() {
        if (flushEnqueued.compareAndSet(false, true)) {
            loop.execute(() -> {
                flushEnqueued.set(false);
                flush();
            });
        }
    }

    void flush() {
        Optional<AttachedStream> attached = stream.get();
        boolean more = attached.isPresent() && attached.get().flush(identity.get(), exit);
        if (more) {
            flushSoon();
        }
        if (closing) {
            attached.ifPresent(open -> open.closeIfFlushed(exit));
        }
    }
}
