package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.TaskOutput;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.submit.YdlException;

/**
 * Follows a job to its end on the calling thread: polls YARN until the application master is up, then listens to it.
 *
 * <p>A broken connection is made anew. YARN has the last word on how the job ended.
 */
public final class JobFollower {
    private static final long POLL_MS = 200;

    private final Applications applications;
    private final View view;

    /** Who is shown what happens. Called on the following thread. */
    public interface View {
        /** YARN has the application and will start its master. */
        void accepted(String yarnState);

        void masterUp(HostPort master);

        void progress(JobProgress progress);

        void output(TaskOutput line);
    }

    public JobFollower(Applications applications, View view) {
        this.applications = applications;
        this.view = view;
    }

    /**
     * Returns how the job ended.
     *
     * @param masterLimit how long YARN may take to start the application master, before the application is killed
     */
    public Outcome follow(ApplicationId id, Duration masterLimit) throws YdlException, InterruptedException {
        long masterDeadline = System.nanoTime() + masterLimit.toNanos();
        Optional<HostPort> known = Optional.empty();
        while (true) {
            ApplicationReport report = applications.report(id);
            Optional<Outcome> outcome = Applications.outcome(report);
            if (outcome.isPresent()) {
                return outcome.get();
            }
            Optional<HostPort> master = Applications.master(report);
            if (master.isEmpty()) {
                view.accepted(report.getYarnApplicationState().name());
                if (known.isEmpty() && System.nanoTime() > masterDeadline) {
                    String why = notStarted(report, masterLimit);
                    applications.kill(id, why);
                    return new Outcome(ExitCode.CLUSTER_FAILED, why);
                }
            } else {
                if (!master.equals(known)) {
                    view.masterUp(master.get());
                    known = master;
                }
                listen(master.get());
            }
            Thread.sleep(POLL_MS);
        }
    }

    private static String notStarted(ApplicationReport report, Duration limit) {
        return "YARN has not started the application master within " + limit.toSeconds() + " s.\n  queue      "
                + report.getQueue() + "\n  YARN says  "
                + report.getDiagnostics().strip()
                + "\n  try        another queue, a longer --allocation-timeout, or wait until the queue has room";
    }

    /** Returns when the stream ends, in whatever way: YARN is asked what that means. */
    private void listen(HostPort master) {
        WatchJobRequest request =
                WatchJobRequest.newBuilder().setOutputOfChief(true).build();
        try (RunningJob job = new RunningJob(master)) {
            Iterator<JobUpdate> updates = job.watch(request);
            while (updates.hasNext()) {
                JobUpdate update = updates.next();
                switch (update.getUpdateCase()) {
                    case PROGRESS -> view.progress(update.getProgress());
                    case OUTPUT -> view.output(update.getOutput());
                    case OUTCOME, UPDATE_NOT_SET -> {} // YARN has been told the same
                }
            }
        } catch (StatusRuntimeException e) {
            // The application master went away or the connection broke.
        }
    }
}
