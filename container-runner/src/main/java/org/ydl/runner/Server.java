package org.ydl.runner;

import org.ydl.api.TaskPlace;

/** Port: the server that makes this container a member of the cluster. It ends only with the process. */
interface Server {
    /** Begins what can be done before the cluster is known. Called once, first; returns at once. */
    void prepare(Plan plan);

    /** Starts the server and returns the target for sessions. Blocks, for a bounded time; called at most once. */
    String start(TaskPlace place) throws ServerFailedException;

    /** The server cannot be started. The message is for the user. */
    final class ServerFailedException extends Exception {
        ServerFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
