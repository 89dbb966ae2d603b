package org.ydl.request;

/** When a job has succeeded. */
public enum Success {
    /** As the program needs it: all, unless only the chief of its strategy ever ends. */
    AUTO,
    /** When the chief and all workers have. */
    ALL,
    /** When the chief has, or the first worker of a job without one. */
    CHIEF
}
