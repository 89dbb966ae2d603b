package org.ydl.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.TaskOutput;

/**
 * One process of a job that runs beside its client, at the place of one task.
 *
 * <p>Three threads serve it: one for each of its outputs and one that waits for its end. The lines are handed on from both
 * readers, numbered in the order they were read.
 */
final class ClientProcess {
    /** How many lines of error output a failure is told with. */
    private static final int TAIL = 20;

    /** In characters: how much of each of them, as of those of a task in a container. */
    private static final int MAX_TAIL_LINE = 500;

    private static final String CUT = "...";

    /** A line that is longer is handed on in pieces: a process may write for ever without a line end. */
    private static final int MAX_LINE = 8 * 1024;

    /** For the output to end after the process: something it started may hold it open. */
    private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(5);

    private final TaskId task;
    private final Process process;
    private final Consumer<TaskOutput> lines;
    private final Deque<String> tail = new ArrayDeque<>();
    private final CompletableFuture<Outcome> end = new CompletableFuture<>();
    private long lineCount;

    private ClientProcess(TaskId task, Process process, Consumer<TaskOutput> lines) {
        this.task = task;
        this.process = process;
        this.lines = lines;
    }

    static ClientProcess start(TaskId task, ProcessBuilder builder, Consumer<TaskOutput> lines) throws IOException {
        ClientProcess started = new ClientProcess(task, builder.start(), lines);
        Thread out = started.reader(started.process.getInputStream(), OutputChannel.OUTPUT_CHANNEL_STDOUT);
        Thread err = started.reader(started.process.getErrorStream(), OutputChannel.OUTPUT_CHANNEL_STDERR);
        thread("client-wait", () -> started.awaitEnd(out, err));
        return started;
    }

    /** How it ended, once it has and its output is read; a fault of ours, if its output cannot be handed on. */
    CompletableFuture<Outcome> end() {
        return end;
    }

    private void awaitEnd(Thread out, Thread err) {
        try {
            int code = process.waitFor();
            out.join(OUTPUT_LIMIT.toMillis());
            err.join(OUTPUT_LIMIT.toMillis());
            end.complete(
                    code == 0 ? new Outcome(ExitCode.SUCCEEDED, "the client of " + task + " succeeded") : failed(code));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it: the JVM is ending
        } catch (RuntimeException e) {
            end.completeExceptionally(e);
        }
    }

    private synchronized Outcome failed(int code) {
        StringBuilder message =
                new StringBuilder("the client process of " + task + " failed with exit code " + code + ".");
        if (code > 128) {
            message.append("\n  that is    signal ").append(code - 128);
        }
        if (!tail.isEmpty()) {
            message.append("\n  the last lines of its error output:");
            tail.forEach(line -> message.append("\n    ").append(line));
        }
        return new Outcome(ExitCode.JOB_FAILED, message.toString());
    }

    private Thread reader(InputStream from, OutputChannel channel) {
        return thread("client-output", () -> {
            try {
                read(from, channel);
            } catch (RuntimeException e) {
                end.completeExceptionally(e);
            }
        });
    }

    private void read(InputStream from, OutputChannel channel) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        byte[] buffer = new byte[MAX_LINE];
        try (from) {
            for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
                split(channel, line, buffer, length);
            }
        } catch (IOException e) {
            // Its output was closed under us: it is being ended.
        }
        if (line.size() > 0) {
            handOn(channel, line);
        }
    }

    private void split(OutputChannel channel, ByteArrayOutputStream line, byte[] buffer, int length) {
        for (int i = 0; i < length; i++) {
            if (buffer[i] != '\n') {
                line.write(buffer[i]);
            }
            if (buffer[i] == '\n' || line.size() >= MAX_LINE) {
                handOn(channel, line);
            }
        }
    }

    private synchronized void handOn(OutputChannel channel, ByteArrayOutputStream bytes) {
        String text = bytes.toString(StandardCharsets.UTF_8);
        String line = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
        bytes.reset();
        if (channel == OutputChannel.OUTPUT_CHANNEL_STDERR) {
            if (tail.size() == TAIL) {
                tail.removeFirst();
            }
            tail.addLast(line.length() > MAX_TAIL_LINE ? cut(line) : line);
        }
        lines.accept(TaskOutput.newBuilder()
                .setTask(task.toMessage())
                .setChannel(channel)
                .setLine(line)
                .setNumber(++lineCount)
                .setRun("client-" + process.pid())
                .build());
    }

    private static String cut(String line) {
        int end = MAX_TAIL_LINE - CUT.length();
        return line.substring(0, Character.isHighSurrogate(line.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
