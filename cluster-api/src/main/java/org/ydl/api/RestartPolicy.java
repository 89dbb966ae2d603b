package org.ydl.api;

import java.time.Duration;

/**
 * Which tasks are started again, and how often. What is the cluster's fault is never charged to {@code most}.
 *
 * @param most how often one task is started again within the window before the job fails
 */
public record RestartPolicy(When when, int most, Duration window) {
    public static final RestartPolicy DEFAULT = new RestartPolicy(When.FAILURE, 3, Duration.ofHours(1));

    /** What a task is started again after. */
    public enum When {
        /** After nothing: the first task that is lost fails the job. */
        NEVER,
        /** After all that another start may mend: not after the program's own exit codes 1 to 127. */
        FAILURE,
        /** After every failure, the program's own exit codes included. */
        ALWAYS
    }
}
