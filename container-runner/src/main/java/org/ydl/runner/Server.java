package org.ydl.runner;

import java.nio.file.Path;
import org.ydl.api.TaskPlace;

/**
 * Port: the server that makes this container a member of the cluster, where that is the runner's to make. It ends only
 * with the runner's process.
 */
interface Server {
    /** Begins what can be done before the cluster is known. Called once, first; returns at once. */
    void prepare(Plan plan);

    /** Starts the server. Blocks, for a bounded time; called at most once. */
    Serving start(TaskPlace place) throws ServerFailedException;

    /**
     * A server that runs.
     *
     * @param target for sessions
     * @param library the libtensorflow it is made of, as an absolute path
     */
    record Serving(String target, Path library) {}

    /** The server cannot be started. The message is for the user. */
    final class ServerFailedException extends Exception {
        ServerFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
