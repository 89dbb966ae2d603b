package org.ydl.api;

/** Who decides that a job is over. Whoever it is, a task that fails fails the job. */
public enum Decider {
    /** The chief and all workers, as far as they run the program: when each of them has succeeded. */
    TRAINERS,
    /** The chief alone, or the first worker of a job without one. */
    CHIEF,
    /** The client, which runs the program beside itself and says how it ended. The tasks only serve. */
    CLIENT,
    /** Nobody: the tasks serve until the job is killed. */
    NOBODY
}
