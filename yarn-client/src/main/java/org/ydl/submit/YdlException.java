package org.ydl.submit;

import org.ydl.api.ExitCode;

/** A command cannot go on. The message is written for the user, and the code is what the command exits with. */
public final class YdlException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ExitCode code;

    public YdlException(ExitCode code, String message) {
        super(message);
        this.code = code;
    }

    public YdlException(ExitCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ExitCode code() {
        return code;
    }
}
