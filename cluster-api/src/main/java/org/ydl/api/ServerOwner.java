package org.ydl.api;

/** Who makes the TensorFlow server of a task. */
public enum ServerOwner {
    /** The runner, through libtensorflow, before the program starts. */
    BRIDGE,
    /** The program itself, at the task's address; the runner keeps the port for it. */
    SCRIPT,
    /** Nobody: the task is no member of the cluster. */
    NOBODY
}
