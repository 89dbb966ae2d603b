package org.ydl.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;

/**
 * While open, Ctrl-C (or SIGTERM) kills the application before this process ends.
 *
 * <p>The kill runs on a thread of its own while the command's thread stages, submits or follows the job. It waits for a
 * submission that is under way, which in turn gives up at the next {@link #check}: so nothing is submitted after the
 * kill. Closing waits for the kill.
 */
final class KillOnInterrupt implements AutoCloseable {
    private static final long SUBMISSION_LIMIT_SECONDS = 60;

    private final Thread hook;
    private final ReentrantLock submitting = new ReentrantLock();
    private volatile boolean interrupted;

    /** What submits the application. */
    interface Submission {
        void run() throws YdlException, IOException;
    }

    private KillOnInterrupt(ApplicationId id, Applications applications, Screen screen) {
        this.hook = new Thread(() -> kill(id, applications, screen), "kill-on-interrupt");
    }

    static KillOnInterrupt of(ApplicationId id, Applications applications, Screen screen) {
        KillOnInterrupt guard = new KillOnInterrupt(id, applications, screen);
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    void submit(Submission submission) throws YdlException, IOException {
        submitting.lock();
        try {
            check();
            submission.run();
        } finally {
            submitting.unlock();
        }
    }

    /** Goes no further once there was an interrupt. */
    void check() throws YdlException {
        if (interrupted) {
            throw new YdlException(ExitCode.INTERRUPTED, "interrupted before the job was submitted");
        }
    }

    boolean interrupted() {
        return interrupted;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitKill(); // this process is ending: the kill still needs what the command is about to close
        }
    }

    private void awaitKill() {
        try {
            hook.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void kill(ApplicationId id, Applications applications, Screen screen) {
        interrupted = true;
        screen.endPhases();
        screen.say("ydl: interrupted, killing " + id);
        try {
            submitting.tryLock(SUBMISSION_LIMIT_SECONDS, TimeUnit.SECONDS);
            applications.kill(id, "interrupted at the client");
            screen.say("ydl: " + id + " was killed");
        } catch (YdlException e) {
            screen.say("ydl-tf: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
