package org.ydl.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ydl.api.ClusterSpec;
import org.ydl.api.RunnerExit;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskPlace;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.TaskExit;
import org.ydl.bridge.PortReservation;

/**
 * The life of one task in its container: planned, awaiting the ClusterSpec, serving, running the user's process, ended.
 *
 * <p>Who makes the task's server decides what happens to its port. The runner's own server is started before the process
 * and takes the port over. For a server that the process makes, the port stays reserved until the process has ended: a
 * reservation that does not listen is in nobody's way, and until the process comes to its server another one might take
 * the port. A task that is no member of the cluster has no use for its port.
 *
 * <p>A process that has ended may be run once more, beside the server that goes on. A cluster that is formed anew ends
 * the runner: the container's script starts another one.
 *
 * <p>Lives on the event loop: every method is called there, but for those that say otherwise. What blocks, making ready
 * and following the process, happens on other threads that come back with an event. Owns the port's reservation, the
 * user's process and the link; completes {@code ended} once, when nothing of the task is left but the runner's server.
 */
final class TaskLife implements MasterListener {
    private static final Logger LOG = System.getLogger("task");

    /**
     * For the application master to answer a failed start with a command to stop; on top of the time that it may be away,
     * since it learns of the failure only when it is back.
     */
    private static final Duration STOP_MARGIN = Duration.ofMinutes(1);

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
    private final RunnerEnvironment runner;
    private final PortReservation reservation;
    private final Preparation preparation;
    private final ProcessStarter starter;
    private final MasterLink link;
    private final TaskReport report;
    private final CompletableFuture<RunnerExit> ended;

    private Optional<Plan> plan = Optional.empty();
    private Optional<ClusterSpec> spec = Optional.empty();
    private Optional<Ready> ready = Optional.empty();
    private Optional<UserProcess> process = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private Optional<EventLoop.Timer> givingUp = Optional.empty();
    private Optional<RunnerExit> ending = Optional.empty();
    private boolean runAgain;
    private boolean terminated;

    TaskLife(
            EventLoop loop,
            RunnerEnvironment runner,
            PortReservation reservation,
            Server server,
            ProcessStarter starter,
            MasterLink link,
            CompletableFuture<RunnerExit> ended) {
        this.loop = loop;
        this.runner = runner;
        this.reservation = reservation;
        this.preparation = new Preparation(runner, reservation.port(), server);
        this.starter = starter;
        this.ended = ended;
        this.link = link;
        this.report = link.report();
    }

    /** @param controlPort where this runner can be told to go to another application master */
    void start(int controlPort) {
        link.open(controlPort, this);
    }

    /** This JVM was told to end. */
    void terminated() {
        terminated = true;
        end(RunnerExit.STOPPED, "this runner got SIGTERM", stopGrace());
    }

    @Override
    public void planned(Plan made) {
        plan = Optional.of(made);
        switch (made.server()) {
            case BRIDGE -> preparation.begin(made);
            case SCRIPT -> LOG.log(Level.INFO, "port " + reservation.port() + " is kept for the job's own server");
            case NOBODY -> release();
        }
    }

    @Override
    public void specSealed(ClusterSpec sealed) {
        if (ending.isPresent()) {
            return;
        }
        if (spec.isPresent()) {
            reformOrdered(sealed.generation(), "its ClusterSpec is sealed");
            return;
        }
        spec = Optional.of(sealed);
        Plan made = plan.orElseThrow();
        if (made.server() == ServerOwner.BRIDGE) {
            report.activity(RunnerActivity.RUNNER_ACTIVITY_STARTING_SERVER);
        }
        TaskPlace place = new TaskPlace(sealed, runner.task(), made.sparse());
        Thread thread = new Thread(() -> makeReady(made, place), "ydl-make-ready");
        thread.setDaemon(true);
        thread.start();
    }

    /** On a thread of its own. */
    private void makeReady(Plan made, TaskPlace place) {
        try {
            Ready all = preparation.finish(made, place);
            loop.execute(() -> madeReady(all));
        } catch (Preparation.FailedException e) {
            loop.execute(() -> startFailed(e.getMessage()));
        } catch (Error e) {
            loop.execute(() -> {
                throw e; // where somebody listens: nobody waits for this thread
            });
        }
    }

    private void madeReady(Ready all) {
        ready = Optional.of(all);
        if (all.plan().server() == ServerOwner.BRIDGE) {
            release(); // the server has it
        }
        all.serving()
                .ifPresent(server -> LOG.log(
                        Level.INFO,
                        "serving at " + server.target() + ", generation "
                                + all.place().spec().generation()));
        if (ending.isEmpty()) {
            run(all);
        }
    }

    private void run(Ready all) {
        if (all.plan().command().isEmpty()) {
            report.activity(RunnerActivity.RUNNER_ACTIVITY_SERVING);
            return;
        }
        try {
            UserProcess started =
                    starter.start(link.notes(), all, report::output, end -> loop.execute(() -> processEnded(end)));
            process = Optional.of(started);
            LOG.log(
                    Level.INFO,
                    "process " + started.pid() + ": "
                            + String.join(" ", all.plan().command()));
            report.activity(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
        } catch (IOException e) {
            startFailed("the job could not be started on " + runner.host() + ": " + e.getMessage());
        }
    }

    private void processEnded(UserProcess.End end) {
        process = Optional.empty();
        LOG.log(Level.INFO, "the user's process ended with exit code " + end.exitCode());
        if (runAgain && ending.isEmpty()) {
            runAgain = false;
            run(ready.orElseThrow());
            return;
        }
        release();
        if (ending.isEmpty() && end.exitCode() == TERMINATED) {
            loop.after(FATE_SHARED, () -> {
                if (ending.isEmpty()) {
                    exited(end);
                }
            });
        } else {
            exited(end);
        }
    }

    private void exited(UserProcess.End end) {
        if (endedByItself()) {
            report.exit(TaskExit.newBuilder()
                    .setExitCode(end.exitCode())
                    .addAllErrorTail(end.errorTail())
                    .build());
        }
        if (ending.isPresent()) {
            finish();
        } else {
            // Peers may still use the runner's server: it goes on until the application master says stop.
            report.activity(RunnerActivity.RUNNER_ACTIVITY_EXITED);
        }
    }

    /**
     * Or by a stop. The end of a process that is to run again says nothing about its task, nor does one that shares the end
     * of its container: why the node ends that, the node says.
     */
    private boolean endedByItself() {
        return !runAgain && !terminated && !ending.equals(Optional.of(RunnerExit.NEW_GENERATION));
    }

    private void startFailed(String why) {
        failure = Optional.of(why);
        release();
        if (ending.isPresent()) {
            return;
        }
        LOG.log(Level.ERROR, why);
        report.exit(TaskExit.newBuilder().setRunnerError(why).build());
        report.activity(RunnerActivity.RUNNER_ACTIVITY_EXITED);
        givingUp = Optional.of(loop.after(
                plan.orElseThrow().masterLostLimit().plus(STOP_MARGIN),
                () -> end(RunnerExit.NOT_STARTED, "no command to stop came", Duration.ZERO)));
    }

    @Override
    public void reformOrdered(int generation, String reason) {
        if (spec.isPresent() && generation > spec.get().generation()) {
            String why = "the cluster is formed anew as generation " + generation + ": " + reason;
            end(RunnerExit.NEW_GENERATION, why, stopGrace());
        }
    }

    @Override
    public void rerunOrdered(int attempt) {
        if (ending.isPresent()) {
            return;
        }
        LOG.log(Level.INFO, "attempt " + attempt + " of " + runner.task() + " begins");
        link.begin(attempt);
        givingUp.ifPresent(EventLoop.Timer::cancel);
        if (process.isPresent()) {
            // It should have ended, or the application master would not ask; two must not write the job's files.
            runAgain = true;
            process.get().kill();
        } else if (ready.isPresent()) {
            run(ready.get());
        } else if (failure.isPresent()) {
            startFailed(failure.get()); // no other attempt of this runner can do better
        }
        // Else it is not ready yet, and starts as the new attempt.
    }

    @Override
    public void stopOrdered(String reason) {
        end(RunnerExit.STOPPED, "the application master says: " + reason, stopGrace());
    }

    /** Another runner may have this task by now: no grace, the two must not both write the job's files. */
    @Override
    public void refused(String why) {
        end(RunnerExit.REFUSED, "the application master refuses this runner: " + why, Duration.ZERO);
    }

    @Override
    public void masterLost(Duration limit) {
        String why = "no application master at " + link.notes().master() + " for " + limit.toSeconds() + " s";
        end(plan.isPresent() ? RunnerExit.MASTER_LOST : RunnerExit.MASTER_UNREACHABLE, why, stopGrace());
    }

    /** The first reason counts. */
    private void end(RunnerExit exit, String why, Duration grace) {
        if (ending.isPresent()) {
            return;
        }
        ending = Optional.of(exit);
        LOG.log(Level.INFO, "stopping (" + exit + "): " + why);
        report.activity(RunnerActivity.RUNNER_ACTIVITY_STOPPING);
        if (process.isEmpty()) {
            finish();
            return;
        }
        UserProcess running = process.get();
        if (grace.isZero()) {
            running.kill();
        } else {
            running.terminate();
            loop.after(grace, running::kill);
        }
        loop.after(grace.plus(KILL_LIMIT), this::finish);
    }

    private void finish() {
        link.close(() -> ended.complete(ending.orElseThrow()));
    }

    private void release() {
        try {
            reservation.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing a socket failed", e);
        }
    }

    private Duration stopGrace() {
        return plan.map(Plan::stopGrace).orElse(Duration.ZERO);
    }
}
