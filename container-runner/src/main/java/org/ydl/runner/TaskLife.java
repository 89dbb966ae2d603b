package org.ydl.runner;

import java.io.IOException;
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
 * <p>Decides what an order of the application master, or its absence, means at the time; {@link Preparation} and {@link
 * ProcessRuns} do it. A process that has ended may be run once more, beside the server that goes on. A cluster that is
 * formed anew ends the runner: the container's script starts another one.
 *
 * <p>Lives on the event loop: every method is called there. Owns the link and, through those two, the port and the user's
 * process; completes {@code ended} once, when nothing of the task is left but the runner's server.
 */
final class TaskLife implements MasterListener, ProcessRuns.Owner {
    private static final Logger LOG = System.getLogger("task");

    /**
     * For the application master to answer a failed start with a command to stop; on top of the time that it may be away,
     * since it learns of the failure only when it is back.
     */
    private static final Duration STOP_MARGIN = Duration.ofMinutes(1);

    private final EventLoop loop;
    private final RunnerEnvironment runner;
    private final PortReservation port;
    private final Preparation preparation;
    private final ProcessRuns runs;
    private final MasterLink link;
    private final TaskReport report;
    private final CompletableFuture<RunnerExit> ended;

    private Optional<Plan> plan = Optional.empty();
    private Optional<ClusterSpec> spec = Optional.empty();
    private Optional<Ready> ready = Optional.empty();
    private Optional<String> failure = Optional.empty();
    private Optional<EventLoop.Timer> givingUp = Optional.empty();
    private Optional<RunnerExit> ending = Optional.empty();
    private boolean terminated;

    /** @param port of the task, held until a server has it or none will */
    TaskLife(
            EventLoop loop,
            RunnerEnvironment runner,
            PortReservation port,
            Server server,
            ProcessStarter starter,
            MasterLink link,
            CompletableFuture<RunnerExit> ended) {
        this.loop = loop;
        this.runner = runner;
        this.port = port;
        this.link = link;
        this.report = link.report();
        this.ended = ended;
        this.preparation = new Preparation(loop, runner, port, server);
        this.runs = new ProcessRuns(
                loop, (all, whenEnded) -> starter.start(link.notes(), all, report::output, whenEnded), port, this);
    }

    /** @param controlPort where this runner can be told to go to another application master */
    void start(int controlPort) {
        link.open(port.port(), controlPort, this);
    }

    /** This JVM was told to end. */
    void terminated() {
        terminated = true;
        end(RunnerExit.STOPPED, "this runner got SIGTERM", stopGrace());
    }

    @Override
    public void planned(Plan made) {
        plan = Optional.of(made);
        preparation.begin(made);
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
        preparation.finish(made, place, this::madeReady, this::startFailed);
    }

    private void madeReady(Ready all) {
        ready = Optional.of(all);
        if (ending.isEmpty()) {
            run(all);
        }
    }

    private void run(Ready all) {
        if (all.plan().command().isEmpty()) {
            report.activity(RunnerActivity.RUNNER_ACTIVITY_SERVING);
        } else {
            runs.run(all);
        }
    }

    @Override
    public void started() {
        report.activity(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
    }

    @Override
    public void notStarted(IOException why) {
        startFailed("the job could not be started on " + runner.host() + ": " + why.getMessage());
    }

    private void startFailed(String why) {
        failure = Optional.of(why);
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
    public void exited(UserProcess.End end) {
        if (tellsOfTheTask()) {
            report.exit(TaskExit.newBuilder()
                    .setExitCode(end.exitCode())
                    .addAllErrorTail(end.errorTail())
                    .build());
        }
        if (ending.isEmpty()) {
            // Peers may still use the runner's server: it goes on until the application master says stop.
            report.activity(RunnerActivity.RUNNER_ACTIVITY_EXITED);
        }
    }

    /**
     * Whether a process that ends now tells of its task: by itself, or by a stop. Not one of a cluster that is formed anew,
     * nor one that shares the end of its container: why the node ends that, the node says.
     */
    private boolean tellsOfTheTask() {
        return !terminated && !ending.equals(Optional.of(RunnerExit.NEW_GENERATION));
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
        if (ready.isPresent()) {
            run(ready.get()); // after the end of one that still runs, though it should have ended before anybody asks
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
        runs.stop(grace, this::finish);
    }

    private void finish() {
        link.close(() -> ended.complete(ending.orElseThrow()));
    }

    private Duration stopGrace() {
        return plan.map(Plan::stopGrace).orElse(Duration.ZERO);
    }
}
