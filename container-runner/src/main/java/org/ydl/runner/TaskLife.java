package org.ydl.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
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
 * <p>Lives on the event loop: every method is called there, but for those that say otherwise. What blocks, making ready
 * and following the process, happens on other threads that come back with an event. Owns the port's reservation, the
 * user's process and the link; completes {@code ended} once, when nothing of the task is left but the runner's server.
 */
final class TaskLife implements MasterLink.Listener {
    private static final Logger LOG = System.getLogger("task");

    /**
     * For the application master to answer a failed start with a command to stop; on top of the time that it may be away,
     * since it learns of the failure only when it is back.
     */
    private static final Duration STOP_MARGIN = Duration.ofMinutes(1);

    /** For a killed process to be gone. Longer only if the kernel does not let it go. */
    private static final Duration KILL_LIMIT = Duration.ofSeconds(10);

    private final EventLoop loop;
    private final RunnerEnvironment runner;
    private final PortReservation reservation;
    private final Server server;
    private final ProcessStarter starter;
    private final MasterLink link;
    private final CompletableFuture<RunnerExit> ended;

    private Optional<Plan> plan = Optional.empty();
    private Optional<ClusterSpec> spec = Optional.empty();
    private Optional<UserProcess> process = Optional.empty();
    private Optional<RunnerExit> ending = Optional.empty();

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
        this.server = server;
        this.starter = starter;
        this.ended = ended;
        this.link = link;
    }

    void start() {
        link.open(this);
    }

    /** This JVM was told to end. */
    void terminated() {
        end(RunnerExit.STOPPED, "this runner got SIGTERM", stopGrace());
    }

    @Override
    public void planned(Plan made) {
        plan = Optional.of(made);
        switch (made.server()) {
            case BRIDGE -> server.prepare(made);
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
            if (sealed.generation() > spec.get().generation()) {
                String why = "the cluster was formed anew as generation " + sealed.generation();
                end(RunnerExit.NEW_GENERATION, why, stopGrace());
            }
            return;
        }
        spec = Optional.of(sealed);
        Plan made = plan.orElseThrow();
        if (made.server() == ServerOwner.BRIDGE) {
            link.activity(RunnerActivity.RUNNER_ACTIVITY_STARTING_SERVER);
        }
        TaskPlace place = new TaskPlace(sealed, runner.task(), made.sparse());
        Thread thread = new Thread(() -> makeReady(made, place), "ydl-make-ready");
        thread.setDaemon(true);
        thread.start();
    }

    /** Does all that comes before the process. On a thread of its own. */
    private void makeReady(Plan made, TaskPlace place) {
        Optional<Server.Serving> serving;
        try {
            serving = startServer(made, place);
        } catch (Server.ServerFailedException | RuntimeException | LinkageError e) {
            loop.execute(() -> startFailed("the TensorFlow server of " + runner.task() + " on " + runner.host()
                    + " could not be started: " + e.getMessage()));
            return;
        }
        try {
            layOutSources(made);
        } catch (IOException | RuntimeException e) {
            loop.execute(() -> startFailed("the tree of --src could not be laid out on " + runner.host() + ": " + e));
            return;
        }
        loop.execute(() -> madeReady(made, place, serving));
    }

    private Optional<Server.Serving> startServer(Plan made, TaskPlace place) throws Server.ServerFailedException {
        return switch (made.server()) {
            case BRIDGE -> {
                checkPort(place);
                yield Optional.of(server.start(place));
            }
            case SCRIPT -> {
                checkPort(place);
                yield Optional.empty();
            }
            case NOBODY -> Optional.empty();
        };
    }

    private void checkPort(TaskPlace place) {
        HostPort address = place.spec().of(runner.task());
        if (address.port() != reservation.port()) {
            throw new IllegalArgumentException("the ClusterSpec has " + runner.task() + " at " + address
                    + ", but its runner holds port " + reservation.port());
        }
    }

    private static void layOutSources(Plan made) throws IOException {
        if (made.sourceTree().isPresent() && !made.command().isEmpty()) {
            new SourceTree(made.sourceTree().get()).layOut(Path.of("").toAbsolutePath());
        }
    }

    private void madeReady(Plan made, TaskPlace place, Optional<Server.Serving> serving) {
        if (made.server() == ServerOwner.BRIDGE) {
            release(); // the server has it
        }
        if (ending.isPresent()) {
            return;
        }
        serving.ifPresent(server -> LOG.log(
                Level.INFO,
                "serving at " + server.target() + ", generation " + place.spec().generation()));
        if (made.command().isEmpty()) {
            link.activity(RunnerActivity.RUNNER_ACTIVITY_SERVING);
            return;
        }
        try {
            UserProcess started =
                    starter.start(made, place, serving, link::output, end -> loop.execute(() -> processEnded(end)));
            process = Optional.of(started);
            LOG.log(Level.INFO, "process " + started.pid() + ": " + String.join(" ", made.command()));
            link.activity(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
        } catch (IOException e) {
            startFailed("the job could not be started on " + runner.host() + ": " + e.getMessage());
        }
    }

    private void processEnded(UserProcess.End end) {
        process = Optional.empty();
        release();
        LOG.log(Level.INFO, "the user's process ended with exit code " + end.exitCode());
        link.report(TaskExit.newBuilder()
                .setExitCode(end.exitCode())
                .addAllErrorTail(end.errorTail())
                .build());
        if (ending.isPresent()) {
            finish();
        } else {
            // Peers may still use the runner's server: it goes on until the application master says stop.
            link.activity(RunnerActivity.RUNNER_ACTIVITY_EXITED);
        }
    }

    private void startFailed(String why) {
        release();
        if (ending.isPresent()) {
            return;
        }
        LOG.log(Level.ERROR, why);
        link.report(TaskExit.newBuilder().setRunnerError(why).build());
        link.activity(RunnerActivity.RUNNER_ACTIVITY_EXITED);
        loop.after(
                plan.orElseThrow().masterLostLimit().plus(STOP_MARGIN),
                () -> end(RunnerExit.NOT_STARTED, "no command to stop came", Duration.ZERO));
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
        String why = "no application master at " + runner.master() + " for " + limit.toSeconds() + " s";
        end(plan.isPresent() ? RunnerExit.MASTER_LOST : RunnerExit.MASTER_UNREACHABLE, why, stopGrace());
    }

    /** The first reason counts. */
    private void end(RunnerExit exit, String why, Duration grace) {
        if (ending.isPresent()) {
            return;
        }
        ending = Optional.of(exit);
        LOG.log(Level.INFO, "stopping (" + exit + "): " + why);
        link.activity(RunnerActivity.RUNNER_ACTIVITY_STOPPING);
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
