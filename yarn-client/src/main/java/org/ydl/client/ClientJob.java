package org.ydl.client;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.TaskOutput;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.submit.YdlException;

/**
 * Runs a job beside its client: the containers serve, the program runs here, and the application master is told how it
 * ended.
 *
 * <p>Two threads: the caller's follows the application, as for any other job; one of this class waits for the ClusterSpec,
 * runs the processes and says how they ended. Whichever ends first ends the other: no process outlives the application,
 * nor this JVM if that is interrupted.
 */
public final class ClientJob {
    /** How long the ClusterSpec is waited for at a time; the application master bounds the whole. */
    private static final Duration SPEC_WAIT = Duration.ofMinutes(10);

    private static final long RETRY_MS = 500;

    private final JobFollower.Yarn yarn;
    private final Function<HostPort, RunningJob> connect;
    private final JobFollower.View view;
    private final ClientProgram program;
    private final Object monitor = new Object();
    private Optional<HostPort> master = Optional.empty();
    private Optional<ClientProcesses> processes = Optional.empty();
    private boolean over;

    public ClientJob(JobFollower.Yarn yarn, JobFollower.View view, ClientProgram program) {
        this(yarn, RunningJob::new, view, program);
    }

    ClientJob(
            JobFollower.Yarn yarn,
            Function<HostPort, RunningJob> connect,
            JobFollower.View view,
            ClientProgram program) {
        this.yarn = yarn;
        this.connect = connect;
        this.view = view;
        this.program = program;
    }

    /**
     * Returns how the job ended.
     *
     * @param masterLimit how long YARN may take to start the application master, before the application is killed
     */
    public Outcome run(ApplicationId id, Duration masterLimit) throws YdlException, InterruptedException {
        Thread runner = new Thread(() -> runProgram(id), "client-job");
        runner.setDaemon(true);
        Thread hook = new Thread(this::endProcesses, "end-client-processes");
        Runtime.getRuntime().addShutdownHook(hook);
        WatchJobRequest request = WatchJobRequest.newBuilder().setRunsJob(true).build();
        try {
            return new JobFollower(yarn, connect, new MasterNoting(runner), request).follow(id, masterLimit);
        } finally {
            endProcesses();
            runner.interrupt();
            runner.join();
            removeHook(hook);
        }
    }

    private static void removeHook(Thread hook) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            hook.join(); // this JVM is ending
        }
    }

    private void runProgram(ApplicationId id) {
        try {
            Optional<ClusterSpec> spec = awaitSpec();
            if (spec.isPresent()) {
                Optional<Outcome> outcome = runProcesses(spec.get());
                if (outcome.isPresent()) {
                    tell(id, outcome.get());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the application has ended
        }
    }

    /** Empty if the job ends without one. */
    private Optional<ClusterSpec> awaitSpec() throws InterruptedException {
        while (!isOver()) {
            try (RunningJob job = connect.apply(knownMaster())) {
                return job.clusterSpec(SPEC_WAIT);
            } catch (StatusRuntimeException e) {
                Thread.sleep(RETRY_MS); // the follower finds out what became of the application master
            }
        }
        return Optional.empty();
    }

    private Optional<Outcome> runProcesses(ClusterSpec spec) throws InterruptedException {
        ClientProcesses started;
        synchronized (monitor) {
            if (over) {
                return Optional.empty();
            }
            started = new ClientProcesses(program, spec, master.orElseThrow(), view::output);
            processes = Optional.of(started);
        }
        if (ClientProcesses.places(program, spec).size() > 1) {
            view.severalTasks();
        }
        Outcome outcome = started.run();
        return isOver() ? Optional.empty() : Optional.of(outcome); // what we ended ourselves is no outcome
    }

    /** Until the application master has it, or the application has ended otherwise. */
    private void tell(ApplicationId id, Outcome outcome) throws InterruptedException {
        while (!isOver()) {
            try (RunningJob job = connect.apply(knownMaster())) {
                job.finish(outcome);
                return;
            } catch (StatusRuntimeException e) {
                if (e.getStatus().getCode() == Status.Code.FAILED_PRECONDITION) {
                    end(id, "the application master does not take its client's word: " + e.getMessage());
                    return;
                }
                Thread.sleep(RETRY_MS);
            }
        }
    }

    private void end(ApplicationId id, String why) throws InterruptedException {
        try {
            yarn.kill(id, why);
        } catch (YdlException e) {
            // The follower asks the same ResourceManager, and says that it does not answer.
        }
    }

    private void endProcesses() {
        Optional<ClientProcesses> running;
        synchronized (monitor) {
            over = true;
            running = processes;
        }
        if (running.isPresent()) {
            try {
                running.get().stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isOver() {
        synchronized (monitor) {
            return over;
        }
    }

    private HostPort knownMaster() {
        synchronized (monitor) {
            return master.orElseThrow();
        }
    }

    /** Shows all to the user's view, and learns from it where the application master is. */
    private final class MasterNoting implements JobFollower.View {
        private final Thread runner;

        MasterNoting(Thread runner) {
            this.runner = runner;
        }

        @Override
        public void severalTasks() {
            view.severalTasks();
        }

        @Override
        public void accepted(String yarnState) {
            view.accepted(yarnState);
        }

        @Override
        public void masterUp(HostPort address) {
            view.masterUp(address);
            boolean first;
            synchronized (monitor) {
                first = master.isEmpty();
                master = Optional.of(address);
            }
            if (first) {
                runner.start();
            }
        }

        @Override
        public void progress(JobProgress progress) {
            view.progress(progress);
        }

        @Override
        public void output(TaskOutput line) {
            view.output(line);
        }
    }
}
