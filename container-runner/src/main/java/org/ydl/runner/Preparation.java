package org.ydl.runner;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.ydl.api.HostPort;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskPlace;
import org.ydl.bridge.PortReservation;

/**
 * What comes before the user's process: the server, where it is the runner's to make, and the working tree.
 *
 * <p>Gives the port up when nothing more comes of it: the runner's server has taken it over, or there will be none. One
 * that the process makes has it kept for it.
 *
 * <p>Called on the event loop; what blocks has a thread of its own, which comes back with an event.
 */
final class Preparation {
    private static final Logger LOG = System.getLogger("task");

    private final EventLoop loop;
    private final RunnerEnvironment runner;
    private final PortReservation port;
    private final Server server;

    /** @param port of the task */
    Preparation(EventLoop loop, RunnerEnvironment runner, PortReservation port, Server server) {
        this.loop = loop;
        this.runner = runner;
        this.port = port;
        this.server = server;
    }

    /** The message is for the user. */
    private static final class FailedException extends Exception {
        FailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Begins what can be done before the cluster is known. Called once, first; returns at once. */
    void begin(Plan plan) {
        switch (plan.server()) {
            case BRIDGE -> server.prepare(plan);
            case SCRIPT -> LOG.log(Level.INFO, "port " + port.port() + " is kept for the job's own server");
            case NOBODY -> port.close();
        }
    }

    /**
     * Does the rest, within a bounded time, and comes back with one of the two. Called at most once; returns at once.
     *
     * @param whenFailed gets the reason, for the user
     */
    void finish(Plan plan, TaskPlace place, Consumer<Ready> whenReady, Consumer<String> whenFailed) {
        Thread thread = new Thread(() -> loop.execute(finished(plan, place, whenReady, whenFailed)), "ydl-make-ready");
        thread.setDaemon(true);
        thread.start();
    }

    private Runnable finished(Plan plan, TaskPlace place, Consumer<Ready> whenReady, Consumer<String> whenFailed) {
        try {
            Ready ready = new Ready(plan, place, serving(plan, place));
            layOutSources(plan);
            return () -> whenReady.accept(ready);
        } catch (FailedException e) {
            return () -> {
                port.close();
                whenFailed.accept(e.getMessage());
            };
        } catch (RuntimeException | Error e) {
            return () -> {
                throw e; // where somebody listens: nobody waits for this thread
            };
        }
    }

    private Optional<Server.Serving> serving(Plan plan, TaskPlace place) throws FailedException {
        Optional<Server.Serving> serving;
        try {
            serving = startServer(plan, place);
        } catch (Server.ServerFailedException | RuntimeException | LinkageError e) {
            throw new FailedException(
                    "the TensorFlow server of " + runner.task() + " on " + runner.host() + " could not be started: "
                            + e.getMessage(),
                    e);
        }
        serving.ifPresent(started -> {
            port.close(); // the server has it
            LOG.log(
                    Level.INFO,
                    "serving at " + started.target() + ", generation "
                            + place.spec().generation());
        });
        return serving;
    }

    private Optional<Server.Serving> startServer(Plan plan, TaskPlace place) throws Server.ServerFailedException {
        if (plan.server() != ServerOwner.NOBODY) {
            checkAddress(place);
        }
        return plan.server() == ServerOwner.BRIDGE ? Optional.of(server.start(place)) : Optional.empty();
    }

    /**
     * A replacement tries its predecessor's port first, on whatever host it is: a spec that still has the predecessor may
     * differ in the host alone.
     */
    private void checkAddress(TaskPlace place) {
        HostPort own = new HostPort(runner.host(), port.port());
        HostPort sealed = place.spec().of(runner.task());
        if (!sealed.equals(own)) {
            throw new IllegalArgumentException(
                    "the ClusterSpec has " + runner.task() + " at " + sealed + ", but its runner is at " + own);
        }
    }

    private void layOutSources(Plan plan) throws FailedException {
        if (plan.sourceTree().isEmpty() || plan.command().isEmpty()) {
            return;
        }
        try {
            new SourceTree(plan.sourceTree().get()).layOut(Path.of("").toAbsolutePath());
        } catch (IOException | RuntimeException e) {
            throw new FailedException("the tree of --src could not be laid out on " + runner.host() + ": " + e, e);
        }
    }
}
