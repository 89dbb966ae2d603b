package org.ydl.runner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.RunnerExit;
import org.ydl.api.TaskPlace;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.TaskExit;
import org.ydl.bridge.PortReservation;

/**
 * The life of one task in its container: planned, awaiting the ClusterSpec, serving, running the user's process, ended.
 *
 * <p>Lives on the event loop: every method is called there. What blocks, starting the server and following the process,
 * happens on other threads that come back with an event. Owns the port's reservation, the user's process and the link;
 * completes {@code ended} once, when nothing of the task is left but the server.
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
        server.prepare(made);
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
        link.activity(RunnerActivity.RUNNER_ACTIVITY_STARTING_SERVER);
        Thread thread = new Thread(() -> startServer(sealed), "ydl-start-server");
        thread.setDaemon(true);
        thread.start();
    }

    /** On a thread of its own. */
    private void startServer(ClusterSpec sealed) {
        try {
            HostPort address = sealed.of(runner.task());
            if (address.port() != reservation.port()) {
                throw new IllegalArgumentException("the ClusterSpec has " + runner.task() + " at " + address
                        + ", but its runner holds port " + reservation.port());
            }
            String target = server.start(new TaskPlace(sealed, runner.task(), false));
            loop.execute(() -> serverStarted(sealed, target));
        } catch (Server.ServerFailedException | RuntimeException | LinkageError e) {
            loop.execute(() -> startFailed("the TensorFlow server of " + runner.task() + " on " + runner.host()
                    + " could not be started: " + e.getMessage()));
        }
    }

    private void serverStarted(ClusterSpec sealed, String target) {
        release();
        if (ending.isPresent()) {
            return;
        }
        Plan made = plan.orElseThrow();
        LOG.log(Level.INFO, "serving at " + target + ", generation " + sealed.generation());
        if (made.command().isEmpty()) {
            link.activity(RunnerActivity.RUNNER_ACTIVITY_SERVING);
            return;
        }
        try {
            UserProcess started =
                    starter.start(made, sealed, target, link::output, end -> loop.execute(() -> processEnded(end)));
            process = Optional.of(started);
            LOG.log(Level.INFO, "process " + started.pid() + ": " + String.join(" ", made.command()));
            link.activity(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
        } catch (IOException e) {
            startFailed("the job could not be started on " + runner.host() + ": " + e.getMessage());
        }
    }

    private void processEnded(UserProcess.End end) {
        process = Optional.empty();
        LOG.log(Level.INFO, "the user's process ended with exit code " + end.exitCode());
        link.report(TaskExit.newBuilder()
                .setExitCode(end.exitCode())
                .addAllErrorTail(end.errorTail())
                .build());
        if (ending.isPresent()) {
            finish();
        } else {
            // Peers may still use this task's server: it goes on until the application master says stop.
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
