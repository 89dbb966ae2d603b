package org.ydl.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The file that the job {@code waits_for.py} waits for: a test lets the job end when it has seen enough. */
record Gate(Path file) {
    static Gate in(Installation ydl) {
        try {
            return new Gate(Files.createTempDirectory(ydl.scratch(), "gate").resolve("gate"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A gate for one of several tasks. */
    Gate of(int index) {
        return new Gate(file.resolveSibling(file.getFileName() + "-" + index));
    }

    /** The job's task ends, with this exit code. */
    void open(int exitCode) {
        try {
            Path whole = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), exitCode + "\n");
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
