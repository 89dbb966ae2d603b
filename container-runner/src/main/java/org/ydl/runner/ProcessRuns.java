package org.ydl.runner;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.ydl.bridge.PortReservation;

/**
 * The runs of the user's process, one after the other, until they are stopped.
 *
 * <p>Never two at a time: both would write the job's files. The port is kept for a server that the process makes until
 * the last run has ended: a reservation that does not listen is in nobody's way, and until the process comes to its
 * server another one might take the port.
 *
 * <p>Lives on the event loop: every method is called there, and so is the owner. Owns the process.
 */
final class ProcessRuns {
    private static final Logger LOG = System.getLogger("task");

    /** For a killed process to be gone. Longer only if the kernel does not let it go. */
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

    /** The exit code of a process that SIGTERM ended. */
    private static final int TERMINATED = 143;

    /**
     * A node ends a container by a signal to all its processes, which the user's may obey before this one hears of it: what
     * the node says of the container is the reason then, not the signal. It follows up after 250 ms.
     */
    private static final Duration FATE_SHARED = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final Starter starter;
    private final PortReservation port;
    private final Owner owner;

    private Optional<UserProcess> process = Optional.empty();
    private Optional<Ready> next = Optional.empty();
    private Optional<EventLoop.Timer> telling = Optional.empty();
    private Optional<Runnable> whenStopped = Optional.empty();

    /** Starts a run. */
    interface Starter {
        /** @param whenEnded called once, on any thread */
        UserProcess start(Ready ready, Consumer<UserProcess.End> whenEnded) throws IOException;
    }

    /** Who wants the runs. */
    interface Owner {
        void started();

        void notStarted(IOException why);

        /** A run has ended and no other follows. Not told of one that had to give way. */
        void exited(UserProcess.End end);
    }

    /** @param port of the task, given up with the last run */
    ProcessRuns(EventLoop loop, Starter starter, PortReservation port, Owner owner) {
        this.loop = loop;
        this.starter = starter;
        this.port = port;
        this.owner = owner;
    }

    /** Begins a run. One that has not ended is killed, and the new one begins when it is gone. */
    void run(Ready ready) {
        if (process.isPresent()) {
            next = Optional.of(ready);
            process.get().kill();
        } else {
            start(ready);
        }
    }

    private void start(Ready ready) {
        telling.ifPresent(EventLoop.Timer::cancel); // else the former end would be told as that of this run
        try {
            UserProcess started = starter.start(ready, end -> loop.execute(() -> ended(end)));
            process = Optional.of(started);
            LOG.log(
                    Level.INFO,
                    "process " + started.pid() + ": "
                            + String.join(" ", ready.plan().command()));
            owner.started();
        } catch (IOException e) {
            port.close();
            owner.notStarted(e);
        }
    }

    /**
     * Ends the runs; called at most once, last.
     *
     * @param grace between SIGTERM and SIGKILL; zero: no SIGTERM
     * @param whenDone called when nothing runs any more, or that takes too long; twice if first the one, then the other
     */
    void stop(Duration grace, Runnable whenDone) {
        whenStopped = Optional.of(whenDone);
        telling.ifPresent(EventLoop.Timer::cancel);
        if (process.isEmpty()) {
            whenDone.run();
            return;
        }
        UserProcess running = process.get();
        if (grace.isZero()) {
            running.kill();
        } else {
            running.terminate();
            loop.after(grace, running::kill);
        }
        loop.after(grace.plus(KILL_LIMIT), whenDone);
    }

    private void ended(UserProcess.End end) {
        process = Optional.empty();
        LOG.log(Level.INFO, "the user's process ended with exit code " + end.exitCode());
        if (whenStopped.isPresent()) {
            port.close();
            if (next.isEmpty()) {
                owner.exited(end);
            }
            whenStopped.get().run();
        } else if (next.isPresent()) {
            Ready following = next.get();
            next = Optional.empty();
            start(following);
        } else {
            port.close();
            exitedByItself(end);
        }
    }

    private void exitedByItself(UserProcess.End end) {
        if (end.exitCode() != TERMINATED) {
            owner.exited(end);
            return;
        }
        telling = Optional.of(loop.after(FATE_SHARED, () -> owner.exited(end)));
    }
}
