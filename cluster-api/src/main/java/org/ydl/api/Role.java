package org.ydl.api;

import java.util.Arrays;
import java.util.Optional;

/** What a task does within its job. The order is that of the ClusterSpec's JSON: by name. */
public enum Role {
    /** Leads the others: the coordinator of a ParameterServerStrategy, or the first of the trainers. */
    CHIEF("chief", true),
    /** Looks at what the trainers write. It is no member of the cluster, as TensorFlow has it. */
    EVALUATOR("evaluator", false),
    /** Keeps variables. It serves until the others are done and decides nothing. */
    PS("ps", true),
    /** Trains; in a job without a chief the first one leads. */
    WORKER("worker", true);

    private final String label;
    private final boolean member;

    Role(String label, boolean member) {
        this.label = label;
        this.member = member;
    }

    /** The TensorFlow job name. */
    public String label() {
        return label;
    }

    /** Whether its tasks stand in the ClusterSpec. */
    public boolean isMember() {
        return member;
    }

    /** Whether the job is about what its tasks achieve, so that it is over when they are done. */
    public boolean trains() {
        return switch (this) {
            case CHIEF, WORKER -> true;
            case EVALUATOR, PS -> false;
        };
    }

    public static Optional<Role> named(String label) {
        return Arrays.stream(values()).filter(role -> role.label.equals(label)).findFirst();
    }
}
