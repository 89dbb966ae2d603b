package org.ydl.localcluster;

import java.io.IOException;

/** The local cluster cannot do what was asked; the message says why and what to do, and needs no stack trace. */
public final class LocalClusterException extends IOException {
    public LocalClusterException(String message) {
        super(message);
    }

    public LocalClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
