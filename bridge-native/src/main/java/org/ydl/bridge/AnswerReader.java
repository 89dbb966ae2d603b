package org.ydl.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Reads what a process prints, on a thread of its own, and finds one line in it.
 *
 * <p>It reads on to the end, or the process would block on a full pipe. The end is not waited for once the line is
 * there: something that the process started, and left behind, may hold the pipe open. Usable from any thread.
 */
final class AnswerReader implements Runnable {
    /** In characters: what is kept of the words around the line, which a message may quote. */
    private static final int KEPT = 16 * 1024;

    private final Reader from;
    private final String mark;
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    private AnswerReader(InputStream from, String mark) {
        this.from = new InputStreamReader(from, StandardCharsets.UTF_8);
        this.mark = mark;
    }

    /** @param mark what the line begins with */
    static AnswerReader start(InputStream from, String mark) {
        AnswerReader reader = new AnswerReader(from, mark);
        Thread thread = new Thread(reader, "ydl-answer");
        thread.setDaemon(true);
        thread.start();
        return reader;
    }

    /** Waits for the line or the end, whichever comes first, and returns the last of what was read until then. */
    String await(long nanos) throws InterruptedException {
        try {
            settled.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // Then what there is must do.
        } catch (ExecutionException e) {
            throw new IllegalStateException(e); // it never completes so
        }
        synchronized (text) {
            return text.toString();
        }
    }

    @Override
    public void run() {
        char[] buffer = new char[8 * 1024];
        try {
            for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                if (!settled.isDone()) {
                    keep(buffer, length);
                }
            }
        } catch (IOException e) {
            // The process was killed: this is the end.
        } finally {
            settled.complete(null);
        }
    }

    private void keep(char[] buffer, int length) {
        synchronized (text) {
            text.append(buffer, 0, length);
            int line = text.indexOf(mark);
            if (line >= 0 && text.indexOf("\n", line) >= 0) {
                settled.complete(null);
            } else if (text.length() > KEPT) {
                text.delete(0, text.length() - KEPT);
            }
        }
    }
}
