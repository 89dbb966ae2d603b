package org.ydl.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.TaskOutput;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.submit.YdlException;

/**
 * Follows a job to its end on the calling thread: polls YARN until the application master is up, then listens to it.
 *
 * <p>A broken connection is made anew; a request that the application master refuses is given up, and the job runs on. YARN
 * has the last word on how the job ended.
 */
public final class JobFollower {
    private static final long POLL_MS = 200;

    private final Yarn yarn;
    private final Function<HostPort, RunningJob> connect;
    private final View view;
    private final WatchJobRequest request;

    /** What a follower asks of YARN. */
    public interface Yarn {
        ApplicationReport report(ApplicationId id) throws YdlException;

        /** Ends an application and returns how it ended. */
        Outcome kill(ApplicationId id, String reason) throws YdlException, InterruptedException;
    }

    /** Who is shown what happens. Called on the following thread, {@link #output} from several if there are several. */
    public interface View {
        /** Lines of more than one task are going to come. */
        void severalTasks();

        /** YARN has the application and will start its master. */
        void accepted(String yarnState);

        void masterUp(HostPort master);

        void progress(JobProgress progress);

        void output(TaskOutput line);
    }

    public JobFollower(Yarn yarn, View view, OutputChoice output) {
        this(yarn, RunningJob::new, view, output.request());
        if (output.mayShowSeveral()) {
            view.severalTasks();
        }
    }

    JobFollower(Yarn yarn, Function<HostPort, RunningJob> connect, View view, WatchJobRequest request) {
        this.yarn = yarn;
        this.connect = connect;
        this.view = view;
        this.request = request;
    }

    /**
     * Returns how the job ended.
     *
     * @param masterLimit how long YARN may take to start the application master, before the application is killed
     */
    public Outcome follow(ApplicationId id, Duration masterLimit) throws YdlException, InterruptedException {
        return follow(id, Optional.of(masterLimit), progress -> false).orElseThrow();
    }

    /** Returns how the job ended, however long that takes. */
    public Outcome follow(ApplicationId id) throws YdlException, InterruptedException {
        return follow(id, Optional.empty(), progress -> false).orElseThrow();
    }

    /** Returns when all tasks of the job are there, or how it ended before that. */
    public Optional<Outcome> followUntilRunning(ApplicationId id, Duration masterLimit)
            throws YdlException, InterruptedException {
        return follow(id, Optional.of(masterLimit), progress -> progress.getPhase() == JobPhase.JOB_PHASE_RUNNING);
    }

    /** Empty once it has seen enough. */
    private Optional<Outcome> follow(ApplicationId id, Optional<Duration> masterLimit, Predicate<JobProgress> enough)
            throws YdlException, InterruptedException {
        long started = System.nanoTime();
        Optional<HostPort> known = Optional.empty();
        while (true) {
            ApplicationReport report = yarn.report(id);
            Optional<Outcome> outcome = Applications.outcome(report);
            if (outcome.isPresent()) {
                return outcome;
            }
            Optional<HostPort> master = Applications.master(report);
            if (master.isEmpty()) {
                view.accepted(report.getYarnApplicationState().name());
                boolean late = masterLimit
                        .filter(limit -> System.nanoTime() - started > limit.toNanos())
                        .isPresent();
                if (known.isEmpty() && late) {
                    String why = notStarted(report, masterLimit.get());
                    yarn.kill(id, why);
                    return Optional.of(new Outcome(ExitCode.CLUSTER_FAILED, why));
                }
            } else {
                if (!master.equals(known)) {
                    view.masterUp(master.get());
                    known = master;
                }
                if (listen(id, master.get(), enough)) {
                    return Optional.empty();
                }
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

    /** Returns whether it has seen enough, or when the stream ends, in whatever way: YARN is asked what that means. */
    private boolean listen(ApplicationId id, HostPort master, Predicate<JobProgress> enough) throws YdlException {
        try (RunningJob job = connect.apply(master)) {
            Iterator<JobUpdate> updates = job.watch(request);
            while (updates.hasNext()) {
                JobUpdate update = updates.next();
                switch (update.getUpdateCase()) {
                    case PROGRESS -> {
                        view.progress(update.getProgress());
                        if (enough.test(update.getProgress())) {
                            return true;
                        }
                    }
                    case OUTPUT -> view.output(update.getOutput());
                    case OUTCOME, UPDATE_NOT_SET -> {} // YARN has been told the same
                }
            }
        } catch (StatusRuntimeException e) {
            if (isRefusal(e)) {
                throw new YdlException(
                        ExitCode.BAD_COMMAND,
                        e.getStatus().getDescription() + "; " + id + " runs on (ydl-tf kill " + id + " ends it)",
                        e);
            }
            // The application master went away or the connection broke.
        }
        return false;
    }

    /** Whether the application master has answered, with no: asking again would not change that. */
    static boolean isRefusal(StatusRuntimeException failure) {
        Status.Code code = failure.getStatus().getCode();
        return code == Status.Code.INVALID_ARGUMENT || code == Status.Code.FAILED_PRECONDITION;
    }
}
