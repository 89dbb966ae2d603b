package org.ydl.request;

/** Where the program runs. */
public enum DeployMode {
    /** In the containers. */
    CLUSTER,
    /** Beside the client; the containers only serve. */
    CLIENT
}
