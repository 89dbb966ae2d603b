package org.ydl.job;

/** Where a job is. It only moves forward. */
public enum Phase {
    /** Containers are requested and launched, runners register. */
    GATHERING,
    /** The ClusterSpec is sealed and the user's job runs. */
    RUNNING,
    /** The outcome is known; what still runs is being stopped. */
    STOPPING,
    /** Nothing is left to do. */
    DONE
}
