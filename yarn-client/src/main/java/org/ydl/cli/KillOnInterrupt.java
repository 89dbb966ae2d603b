package org.ydl.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.client.JobFollower;
import org.ydl.submit.YdlException;

/**
 * While open, Ctrl-C (or SIGTERM) kills the application before this process ends.
 *
 * <p>The kill runs on a thread of its own while the command's thread stages, submits or follows the job. It waits for a
 * submission that is under way, which in turn gives up at the next {@link #check}: so nothing is submitted after the
 * kill. Closing waits for the kill.
 */
final class KillOnInterrupt implements AutoCloseable {
    private static final Duration SUBMISSION_LIMIT = Duration.ofSeconds(60);

    private final ApplicationId id;
    private final JobFollower.Yarn applications;
    private final Screen screen;
    private final Duration submissionLimit;
    private final Thread hook;
    private final ReentrantLock submitting = new ReentrantLock();
    private volatile boolean interrupted;

    /** What submits the application. */
    interface Submission {
        void run() throws YdlException, IOException;
    }

    KillOnInterrupt(ApplicationId id, JobFollower.Yarn applications, Screen screen, Duration submissionLimit) {
        this.id = id;
        this.applications = applications;
        this.screen = screen;
        this.submissionLimit = submissionLimit;
        this.hook = new Thread(this::kill, "kill-on-interrupt");
    }

    static KillOnInterrupt of(ApplicationId id, JobFollower.Yarn applications, Screen screen) {
        KillOnInterrupt guard = new KillOnInterrupt(id, applications, screen, SUBMISSION_LIMIT);
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

    /** What the hook does. */
    void kill() {
        interrupted = true;
        screen.noMorePhases();
        screen.say("ydl: interrupted, killing " + id);
        try {
            boolean settled = submitting.tryLock(submissionLimit.toMillis(), TimeUnit.MILLISECONDS);
            applications.kill(id, "interrupted at the client");
            screen.say(
                    settled
                            ? "ydl: " + id + " was killed"
                            : "ydl-tf: the submission of " + id + " has not come back within "
                                    + submissionLimit.toSeconds()
                                    + " s. If it goes through after all, end it by: ydl-tf kill " + id);
        } catch (YdlException e) {
            screen.say("ydl-tf: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
