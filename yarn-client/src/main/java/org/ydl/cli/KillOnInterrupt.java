package org.ydl.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.client.Applications;
import org.ydl.client.JobFollower;
import org.ydl.submit.YdlException;

/**
 * While open, Ctrl-C (or SIGTERM) kills the application before this process ends.
 *
 * <p>The kill runs on a thread of its own while the command's thread stages, submits or follows the job. It waits for what
 * is under way of the submission, of which nothing more is done then: so nothing is submitted after the kill. It kills
 * before anything is printed. Closing waits for the kill.
 */
final class KillOnInterrupt implements AutoCloseable {
    private static final Duration SUBMISSION_LIMIT = Duration.ofSeconds(60);

    private final ApplicationId id;
    private final JobFollower.Yarn applications;
    private final Runnable unstage;
    private final LastWords words;
    private final Duration submissionLimit;
    private final Thread hook;
    private final ReentrantLock submitting = new ReentrantLock();
    private boolean mayBeSubmitted; // guarded by the lock
    private volatile boolean interrupted;

    /** A part of the submission. */
    interface Part {
        void run() throws YdlException, IOException;
    }

    /** @param unstage removes what was staged of the application */
    KillOnInterrupt(
            ApplicationId id,
            JobFollower.Yarn applications,
            Runnable unstage,
            LastWords words,
            Duration submissionLimit) {
        this.id = id;
        this.applications = applications;
        this.unstage = unstage;
        this.words = words;
        this.submissionLimit = submissionLimit;
        this.hook = new Thread(this::kill, "kill-on-interrupt");
    }

    static KillOnInterrupt of(ApplicationId id, Applications applications, Screen screen) {
        KillOnInterrupt guard = new KillOnInterrupt(
                id, applications, () -> applications.removeStaging(id), LastWords.on(screen), SUBMISSION_LIMIT);
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    /** Does what comes before the submission. Neither part is done once there was an interrupt, and neither may print. */
    void stage(Part staging) throws YdlException, IOException {
        run(staging, false);
    }

    void submit(Part submission) throws YdlException, IOException {
        run(submission, true);
    }

    private void run(Part part, boolean submits) throws YdlException, IOException {
        submitting.lock();
        try {
            if (interrupted) {
                throw new YdlException(ExitCode.INTERRUPTED, "interrupted before the job was submitted");
            }
            mayBeSubmitted = submits;
            part.run();
        } finally {
            submitting.unlock();
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
        try (words) {
            words.say("ydl: interrupted, killing " + id);
            words.say(killed());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the application and returns what to say of it. */
    private String killed() throws InterruptedException {
        try {
            boolean settled = submitting.tryLock(submissionLimit.toMillis(), TimeUnit.MILLISECONDS);
            if (settled && !mayBeSubmitted) {
                unstage.run(); // without YARN, which knows nothing of it
                return "ydl: " + id + " was not submitted";
            }
            applications.kill(id, "interrupted at the client");
            return settled
                    ? "ydl: " + id + " was killed"
                    : "ydl-tf: the submission of " + id + " has not come back within " + submissionLimit.toSeconds()
                            + " s. If it goes through after all, end it by: ydl-tf kill " + id;
        } catch (YdlException e) {
            return "ydl-tf: " + e.getMessage();
        }
    }
}
