package org.ydl.api;

import java.util.Arrays;
import java.util.Optional;

/**
 * The exit codes of a runner, which become those of its container. The result of the user's process is not among them:
 * it is reported to the application master. A container ended by signal n has 128 + n.
 */
public enum RunnerExit {
    STOPPED(0, Owner.CLUSTER, "ended its runner before it was told to"),
    INTERNAL(70, Owner.YDL, "lost its runner to a fault in ydl"),
    /**
     * A TensorFlow server cannot change its cluster: its process must be started again. The container's script does that,
     * so that YARN sees this code only of a container that was being stopped.
     */
    NEW_GENERATION(75, Owner.YDL, "left because the cluster was formed anew"),
    BAD_ENVIRONMENT(80, Owner.YDL, "has a container whose environment lacks what its runner needs"),
    NO_PORT(81, Owner.CLUSTER, "found no free port on its node"),
    MASTER_UNREACHABLE(82, Owner.CLUSTER, "could not reach the application master to register"),
    MASTER_LOST(83, Owner.CLUSTER, "lost the application master for longer than the job allows"),
    /** Another runner has its task, or the call makes no sense to the application master. */
    REFUSED(84, Owner.YDL, "was refused by the application master"),
    NOT_STARTED(85, Owner.USER, "could not start its server or its process, and was not told to stop"),
    /** Told by the script that starts Java, before any of ydl runs. */
    OLD_JAVA(86, Owner.USER, "has a node without a Java that ydl can run on"),
    /** Told by the script that starts a runner anew. */
    RELAUNCHED_TOO_OFTEN(87, Owner.YDL, "was started anew too often within a short time");

    private final int code;
    private final Owner owner;
    private final String what;

    RunnerExit(int code, Owner owner, String what) {
        this.code = code;
        this.owner = owner;
        this.what = what;
    }

    public int code() {
        return code;
    }

    public Owner owner() {
        return owner;
    }

    /** Completes the sentence "worker:1 …". */
    public String what() {
        return what;
    }

    public static Optional<RunnerExit> of(int code) {
        return Arrays.stream(values()).filter(exit -> exit.code == code).findFirst();
    }
}
