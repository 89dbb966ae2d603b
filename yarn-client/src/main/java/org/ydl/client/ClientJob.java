package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
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
 * nor this JVM if that is interrupted. A job whose application master is replaced while the program runs fails: the servers
 * that the program knows are gone.
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
            Optional<Outcome> outcome = outcome();
            if (outcome.isPresent()) {
                tell(id, outcome.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the application has ended
        }
    }

    /** How the program ended; empty if the application did first: what we ended ourselves is no outcome. */
    private Optional<Outcome> outcome() throws InterruptedException {
        try {
            Optional<ClientProcesses> prepared = awaitProcesses();
            if (prepared.isEmpty()) {
                return Optional.empty();
            }
            Outcome outcome = prepared.get().run();
            return isOver() ? Optional.empty() : Optional.of(outcome);
        } catch (RuntimeException e) {
            // A master that hears nothing more would serve for ever.
            return Optional.of(
                    new Outcome(ExitCode.INTERNAL, "a fault in ydl ended the client's program: " + wordsOf(e)));
        }
    }

    private static String wordsOf(RuntimeException fault) {
        return (fault.getCause() == null ? fault : fault.getCause()).toString();
    }

    /** The processes to run, when there is a ClusterSpec for them; empty if the job ends without one. */
    private Optional<ClientProcesses> awaitProcesses() throws InterruptedException {
        while (!isOver()) {
            HostPort address = knownMaster();
            try (RunningJob job = connect.apply(address)) {
                Optional<ClusterSpec> spec = job.clusterSpec(SPEC_WAIT);
                if (spec.isEmpty() || prepare(address, spec.get())) {
                    return prepared();
                }
            } catch (StatusRuntimeException e) {
                Thread.sleep(RETRY_MS); // the follower finds out what became of the application master
            }
        }
        return Optional.empty();
    }

    /** Returns whether the ClusterSpec is that of the master there is now. */
    private boolean prepare(HostPort address, ClusterSpec spec) {
        synchronized (monitor) {
            if (over || !master.equals(Optional.of(address))) {
                return false;
            }
            processes = Optional.of(new ClientProcesses(program, spec, address, view::output));
        }
        if (ClientProcesses.places(program, spec).size() > 1) {
            view.severalTasks();
        }
        return true;
    }

    /** Until the application master has it, or the application has ended otherwise. */
    private void tell(ApplicationId id, Outcome outcome) throws InterruptedException {
        while (!isOver()) {
            try (RunningJob job = connect.apply(knownMaster())) {
                job.finish(outcome);
                return;
            } catch (StatusRuntimeException e) {
                if (JobFollower.isRefusal(e)) {
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

    private Optional<ClientProcesses> prepared() {
        synchronized (monitor) {
            return processes;
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

    /** The servers were those of the former master: a program cannot go on with others. */
    private static Outcome replaced(HostPort former, HostPort address) {
        return new Outcome(
                ExitCode.CLUSTER_FAILED,
                "the application master was lost while the client's program ran, and its servers with it."
                        + "\n  was at     " + former
                        + "\n  now at     " + address + ", where YARN started it anew"
                        + "\n  try        again; what became of the first one is in its log, and in that of its node");
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
            Optional<HostPort> former;
            Optional<ClientProcesses> running;
            synchronized (monitor) {
                former = master;
                master = Optional.of(address);
                running = processes;
            }
            if (former.isEmpty()) {
                runner.start();
            }
            running.ifPresent(orphans -> orphans.fail(replaced(former.orElseThrow(), address)));
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
