package org.ydl.runner;

/**
 * The exit codes of a runner, which become those of its container. The result of the user's process is not among them:
 * it is reported to the application master. A container ended by signal n has 128 + n.
 */
public enum RunnerExit {
    /** Told to stop, and did. */
    STOPPED(0),
    /** A fault in ydl. */
    INTERNAL(70),
    /** The cluster was formed anew; a TensorFlow server cannot change its cluster, its process must be started again. */
    NEW_GENERATION(75),
    /** The environment of the container lacks something, or the container's script was given no command. */
    BAD_ENVIRONMENT(80),
    /** No port could be reserved. */
    NO_PORT(81),
    /** The application master could not be reached to register. */
    MASTER_UNREACHABLE(82),
    /** The application master was lost for longer than the job allows. */
    MASTER_LOST(83),
    /** The application master refused this runner: another one has its task, or the call makes no sense to it. */
    REFUSED(84),
    /** The server or the user's process could not be started, and no command to stop came. */
    NOT_STARTED(85);

    private final int code;

    RunnerExit(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
