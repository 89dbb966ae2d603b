package org.ydl.request;

/** Who makes the TensorFlow servers. */
public enum ServerChoice {
    /** As the program says. */
    AUTO,
    /** ydl, through libtensorflow. */
    BRIDGE,
    /** The program. */
    SCRIPT
}
