package org.ydl.request;

import org.ydl.api.Role;

/** Which roles run the program. Evaluators always do: it is all they are for. */
public enum RunOn {
    /** As the program and its servers need it. */
    AUTO,
    /** The chief alone: it coordinates the servers of the others. */
    CHIEF,
    /** Chief and workers. */
    WORKERS,
    /** The ps too. */
    ALL;

    boolean includes(Role role) {
        return switch (role) {
            case CHIEF, EVALUATOR -> true;
            case WORKER -> this != CHIEF;
            case PS -> this == ALL;
        };
    }
}
