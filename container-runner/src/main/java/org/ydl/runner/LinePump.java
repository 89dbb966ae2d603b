package org.ydl.runner;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Reads one output of the user's process to its end: copies the bytes as they are, at once, and hands on the lines.
 *
 * <p>Runs on a thread of its own. It never stops reading before the end, or the process would block: a copy that fails,
 * for a full disk, is given up and the lines go on.
 */
final class LinePump implements Runnable {
    private static final Logger LOG = System.getLogger("output");

    /** A line that is longer is handed on in pieces: a process may write for ever without a line end. */
    private static final int MAX_LINE = 8 * 1024;

    private final InputStream from;
    private final OutputStream copy;
    private final Consumer<String> lines;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean copying = true;

    LinePump(InputStream from, OutputStream copy, Consumer<String> lines) {
        this.from = from;
        this.copy = copy;
        this.lines = lines;
    }

    @Override
    public void run() {
        byte[] buffer = new byte[8 * 1024];
        try {
            for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                copy(buffer, length);
                split(buffer, length);
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the output of the user's process broke off: " + e.getMessage());
        }
        if (line.size() > 0) {
            handOn();
        }
    }

    private void copy(byte[] buffer, int length) {
        if (!copying) {
            return;
        }
        try {
            copy.write(buffer, 0, length);
            copy.flush();
        } catch (IOException e) {
            copying = false;
            LOG.log(Level.WARNING, "the output of the user's process is no longer logged: " + e.getMessage());
        }
    }

    private void split(byte[] buffer, int length) {
        for (int i = 0; i < length; i++) {
            if (buffer[i] == '\n') {
                handOn();
            } else {
                line.write(buffer[i]);
                if (line.size() >= MAX_LINE) {
                    handOn();
                }
            }
        }
    }

    private void handOn() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        lines.accept(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}
