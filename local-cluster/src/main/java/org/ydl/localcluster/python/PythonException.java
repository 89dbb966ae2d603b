package org.ydl.localcluster.python;

import java.io.IOException;

/** There is no Python to run jobs with; the message says why and what to do, and needs no stack trace. */
public final class PythonException extends IOException {
    public PythonException(String message) {
        super(message);
    }
}
