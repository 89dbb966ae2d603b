package org.ydl.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Who makes the TensorFlow server of a task. */
public enum ServerOwner {
    /** The runner, through libtensorflow, before the program starts. */
    BRIDGE,
    /** The program itself, at the task's address; the runner keeps the port for it. */
    SCRIPT,
    /** Nobody: the task is no member of the cluster. */
    NOBODY;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ServerOwner> named(String label) {
        return Arrays.stream(values())
                .filter(owner -> owner.label().equals(label))
                .findFirst();
    }
}
