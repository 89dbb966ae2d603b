package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
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
 * <p>Three threads: the caller's follows the application, as for any other job; one watches the ClusterSpec; one runs the
 * processes and says how they ended. No process outlives the application, nor this JVM if that is interrupted.
 *
 * <p>The program goes on when the application master is replaced: its servers do, too. When the cluster is formed anew,
 * which changes addresses, the program is ended and runs again; it also does if it failed because the cluster fell apart.
 */
public final class ClientJob {
    /**
     * What the application master gets to see that the cluster fell apart after the program has: a container's end reaches
     * it within a heartbeat or two of its node.
     */
    private static final Duration REFORM_NOTICE = Duration.ofSeconds(5);

    private static final Duration RETRY = Duration.ofMillis(500);

    private final JobFollower.Yarn yarn;
    private final Function<HostPort, RunningJob> connect;
    private final JobFollower.View view;
    private final ClientProgram program;
    private final Duration reformNotice;
    private final Time time;
    private final KnownCluster cluster;
    private final SpecWatch specs;
    private final Object monitor = new Object();
    private Optional<ClientProcesses> processes = Optional.empty();

    public ClientJob(JobFollower.Yarn yarn, JobFollower.View view, ClientProgram program) {
        this(yarn, RunningJob::new, view, program, REFORM_NOTICE, Time.REAL);
    }

    ClientJob(
            JobFollower.Yarn yarn,
            Function<HostPort, RunningJob> connect,
            JobFollower.View view,
            ClientProgram program,
            Duration reformNotice,
            Time time) {
        this.yarn = yarn;
        this.connect = connect;
        this.view = view;
        this.program = program;
        this.reformNotice = reformNotice;
        this.time = time;
        this.cluster = new KnownCluster(time);
        this.specs = new SpecWatch(cluster, connect, this::formed, time);
    }

    /**
     * Returns how the job ended.
     *
     * @param patience how long YARN may take to start an application master, before the application is killed
     */
    public Outcome run(ApplicationId id, Patience patience) throws YdlException, InterruptedException {
        List<Thread> threads = List.of(thread("client-specs", specs::run), thread("client-job", () -> runProgram(id)));
        Thread hook = new Thread(this::endProcesses, "end-client-processes");
        Runtime.getRuntime().addShutdownHook(hook);
        WatchJobRequest request = WatchJobRequest.newBuilder().setRunsJob(true).build();
        try {
            threads.forEach(Thread::start);
            return new JobFollower(yarn, connect, new ClusterNoting(), request, time, MasterCheck.PERIOD)
                    .follow(id, patience);
        } finally {
            endProcesses();
            for (Thread thread : threads) {
                thread.interrupt();
                thread.join();
            }
            removeHook(hook);
        }
    }

    /** What a thread does until there is nothing more to do. */
    private interface Work {
        void run() throws InterruptedException;
    }

    private static Thread thread(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt(); // the application has ended
                    }
                },
                name);
        thread.setDaemon(true);
        return thread;
    }

    private static void removeHook(Thread hook) throws InterruptedException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            hook.join(); // this JVM is ending
        }
    }

    /** The processes of a former cluster run in vain. */
    private void formed(ClusterSpec spec) {
        running().filter(older -> !older.spec().equals(spec)).ifPresent(ClientProcesses::abandon);
    }

    private void runProgram(ApplicationId id) throws InterruptedException {
        Optional<Outcome> outcome = outcome();
        if (outcome.isPresent()) {
            tell(id, outcome.get());
        }
    }

    /** How the program ended; empty if the application did first: what we ended ourselves is no outcome. */
    private Optional<Outcome> outcome() throws InterruptedException {
        try {
            Optional<ClusterSpec> spec = cluster.awaitSpec();
            while (spec.isPresent()) {
                Optional<Outcome> outcome = run(spec.get());
                if (!cluster.isOver() && !runsAgain(spec.get(), outcome)) {
                    return outcome;
                }
                spec = cluster.awaitSpec();
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            // A master that hears nothing more would serve for ever.
            return Optional.of(
                    new Outcome(ExitCode.INTERNAL, "a fault in ydl ended the client's program: " + wordsOf(e)));
        }
    }

    private static String wordsOf(RuntimeException fault) {
        return (fault.getCause() == null ? fault : fault.getCause()).toString();
    }

    /** Runs the program to its end; empty if a later generation ended it. */
    private Optional<Outcome> run(ClusterSpec spec) throws InterruptedException {
        Optional<KnownCluster.Master> master = cluster.awaitMasterAfter(0);
        if (master.isEmpty()) {
            return Optional.empty();
        }
        ClientProcesses started =
                new ClientProcesses(program, spec, master.get().address(), view::output);
        synchronized (monitor) {
            processes = Optional.of(started);
        }
        // What was learned before this, these processes were not told.
        if (cluster.isOver() || !cluster.isNewest(spec)) {
            return Optional.empty();
        }
        if (ClientProcesses.places(program, spec).size() > 1) {
            view.severalTasks();
        }
        return started.run();
    }

    /** Whether it was the cluster's doing that the program ended, and there is a cluster to run it on again. */
    private boolean runsAgain(ClusterSpec spec, Optional<Outcome> outcome) throws InterruptedException {
        if (outcome.isEmpty()) {
            view.notice("the cluster was formed anew: the program was ended and runs again");
            return true;
        }
        if (outcome.get().succeeded() || !cluster.awaitReform(spec, reformNotice)) {
            return false;
        }
        view.notice(outcome.get().message().lines().findFirst().orElse("the program failed.")
                + "\nThe cluster was formed anew meanwhile: the program runs again.");
        return true;
    }

    /**
     * Until the application has ended: a master that has been told may be lost before it could act on it, and the next one
     * would wait for ever.
     */
    private void tell(ApplicationId id, Outcome outcome) throws InterruptedException {
        int told = 0;
        for (Optional<KnownCluster.Master> master = cluster.awaitMasterAfter(told);
                master.isPresent();
                master = cluster.awaitMasterAfter(told)) {
            try (RunningJob job = connect.apply(master.get().address())) {
                job.finish(outcome);
                told = master.get().number();
            } catch (StatusRuntimeException e) {
                if (JobFollower.isRefusal(e)) {
                    end(id, "the application master does not take its client's word: " + e.getMessage());
                    return;
                }
                time.pass(RETRY);
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
        cluster.end();
        Optional<ClientProcesses> running = running();
        if (running.isPresent()) {
            try {
                running.get().stop();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Optional<ClientProcesses> running() {
        synchronized (monitor) {
            return processes;
        }
    }

    /** Shows all to the user's view, and learns from it what becomes of the cluster. */
    private final class ClusterNoting implements JobFollower.View {
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
            specs.leaveFormer(cluster.masterUp(address));
        }

        @Override
        public void masterLost() {
            view.masterLost();
            cluster.masterLost();
        }

        @Override
        public void notice(String text) {
            view.notice(text);
        }

        @Override
        public void progress(JobProgress progress) {
            view.progress(progress);
            cluster.progress(progress);
        }

        @Override
        public void output(TaskOutput line) {
            view.output(line);
        }
    }
}
