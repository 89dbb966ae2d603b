package org.ydl.api;

import java.util.Arrays;
import java.util.Optional;

/** What a task does within its job. The order is that of the ClusterSpec's JSON. */
public enum Role {
    /** Keeps variables. It serves until the others are done and decides nothing. */
    PS("ps", false),
    /** Runs the user's job; the first one is the chief. */
    WORKER("worker", true);

    private final String label;
    private final boolean runsJob;

    Role(String label, boolean runsJob) {
        this.label = label;
        this.runsJob = runsJob;
    }

    /** The TensorFlow job name. */
    public String label() {
        return label;
    }

    /** Whether the user's process runs in its containers, and so decides the outcome. */
    public boolean runsJob() {
        return runsJob;
    }

    public static Optional<Role> named(String label) {
        return Arrays.stream(values()).filter(role -> role.label.equals(label)).findFirst();
    }
}
