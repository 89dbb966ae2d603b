package org.ydl.runner;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.ydl.api.HostPort;
import org.ydl.api.TaskPlace;

/**
 * What comes before the user's process: the server, where it is the runner's to make, and the working tree.
 *
 * @param port the one that this runner has reserved
 */
record Preparation(RunnerEnvironment runner, int port, Server server) {
    /** The message is for the user. */
    static final class FailedException extends Exception {
        FailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Begins what can be done for the runner's own server before the cluster is known. Returns at once. */
    void begin(Plan plan) {
        server.prepare(plan);
    }

    /** Blocks, for a bounded time; called at most once. */
    Ready finish(Plan plan, TaskPlace place) throws FailedException {
        Optional<Server.Serving> serving;
        try {
            serving = startServer(plan, place);
        } catch (Server.ServerFailedException | RuntimeException | LinkageError e) {
            throw new FailedException(
                    "the TensorFlow server of " + runner.task() + " on " + runner.host() + " could not be started: "
                            + e.getMessage(),
                    e);
        }
        try {
            layOutSources(plan);
        } catch (IOException | RuntimeException e) {
            throw new FailedException("the tree of --src could not be laid out on " + runner.host() + ": " + e, e);
        }
        return new Ready(plan, place, serving);
    }

    private Optional<Server.Serving> startServer(Plan plan, TaskPlace place) throws Server.ServerFailedException {
        return switch (plan.server()) {
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
        if (address.port() != port) {
            throw new IllegalArgumentException(
                    "the ClusterSpec has " + runner.task() + " at " + address + ", but its runner holds port " + port);
        }
    }

    private static void layOutSources(Plan plan) throws IOException {
        if (plan.sourceTree().isPresent() && !plan.command().isEmpty()) {
            new SourceTree(plan.sourceTree().get()).layOut(Path.of("").toAbsolutePath());
        }
    }
}
