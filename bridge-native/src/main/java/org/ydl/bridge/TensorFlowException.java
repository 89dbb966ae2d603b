package org.ydl.bridge;

/** TensorFlow refused a call. The message holds its code and words, and what to do about it. */
public final class TensorFlowException extends Exception {
    /** @param code TensorFlow's status code, numbered as gRPC's */
    TensorFlowException(String what, int code, String words, String hint) {
        super(what + ": TensorFlow says \"" + words + "\" (code " + code + ")\n"
                + hint.indent(2).stripTrailing());
    }
}
