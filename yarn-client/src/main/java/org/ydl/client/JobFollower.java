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
 * Follows a job to its end on the calling thread: polls YARN until the application master is up, then listens to it, and
 * to the next one if that is lost.
 *
 * <p>A broken connection is made anew; a request that the application master refuses is given up, and the job runs on. YARN
 * has the last word on how the job ended.
 */
public final class JobFollower {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Yarn yarn;
    private final Function<HostPort, RunningJob> connect;
    private final View view;
    private final WatchJobRequest request;
    private final Time time;
    private final Duration checkPeriod;

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

        /** The application master is gone; YARN is going to start another one. */
        void masterLost();

        /** Something happened that the user should know. Several lines are possible. */
        void notice(String text);

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
        this(yarn, connect, view, request, Time.REAL, MasterCheck.PERIOD);
    }

    JobFollower(
            Yarn yarn,
            Function<HostPort, RunningJob> connect,
            View view,
            WatchJobRequest request,
            Time time,
            Duration checkPeriod) {
        this.yarn = yarn;
        this.connect = connect;
        this.view = view;
        this.request = request;
        this.time = time;
        this.checkPeriod = checkPeriod;
    }

    /**
     * Returns how the job ended.
     *
     * @param patience how long YARN may take to start an application master, before the application is killed
     */
    public Outcome follow(ApplicationId id, Patience patience) throws YdlException, InterruptedException {
        return follow(id, Optional.of(patience), progress -> false).orElseThrow();
    }

    /** Returns how the job ended, however long that takes. */
    public Outcome follow(ApplicationId id) throws YdlException, InterruptedException {
        return follow(id, Optional.empty(), progress -> false).orElseThrow();
    }

    /** Returns when all tasks of the job are there, or how it ended before that. */
    public Optional<Outcome> followUntilRunning(ApplicationId id, Patience patience)
            throws YdlException, InterruptedException {
        return follow(id, Optional.of(patience), progress -> progress.getPhase() == JobPhase.JOB_PHASE_RUNNING);
    }

    /** Empty once it has seen enough. */
    private Optional<Outcome> follow(ApplicationId id, Optional<Patience> patience, Predicate<JobProgress> enough)
            throws YdlException, InterruptedException {
        MasterSearch search = new MasterSearch(yarn, view, time, id, patience);
        while (true) {
            MasterSearch.Found found = search.look();
            if (found.outcome().isPresent()) {
                return found.outcome();
            }
            if (found.master().isPresent() && listen(id, found.master().get(), search, enough)) {
                return Optional.empty();
            }
            time.pass(POLL);
        }
    }

    /** Returns whether it has seen enough, or when the stream ends, in whatever way: YARN is asked what that means. */
    private boolean listen(ApplicationId id, HostPort master, MasterSearch search, Predicate<JobProgress> enough)
            throws YdlException {
        boolean answered = false;
        try (RunningJob job = connect.apply(master);
                MasterCheck check = new MasterCheck(yarn, id, master)) {
            Iterator<JobUpdate> updates = job.watch(request);
            check.start(checkPeriod, job::close);
            while (updates.hasNext()) {
                answered = true;
                JobUpdate update = updates.next();
                switch (update.getUpdateCase()) {
                    case PROGRESS -> {
                        view.progress(update.getProgress());
                        if (enough.test(update.getProgress())) {
                            return true;
                        }
                    }
                    case OUTPUT -> view.output(update.getOutput());
                    case NOTICE -> view.notice(update.getNotice().getText());
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
        if (answered) {
            search.heard();
        } else {
            search.unheard();
        }
        return false;
    }

    /** Whether the application master has answered, with no: asking again would not change that. */
    static boolean isRefusal(StatusRuntimeException failure) {
        Status.Code code = failure.getStatus().getCode();
        return code == Status.Code.INVALID_ARGUMENT || code == Status.Code.FAILED_PRECONDITION;
    }
}
