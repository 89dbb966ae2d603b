package org.ydl.localcluster.python;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What a command printed and its exit code.
 *
 * <p>Immutable. The process has ended, by itself or by force when its time was over.
 */
record Captured(int exitCode, List<String> lines) {
    static final int TIMED_OUT = -1;

    /** Variables by which the caller's own Python or pip settings would lead packages elsewhere. */
    private static final Set<String> MISLEADING =
            Set.of("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT");

    Captured {
        lines = List.copyOf(lines);
    }

    /** Runs a command to its end; its lines, errors included, go to {@code listener} as they come. */
    static Captured run(List<String> command, Duration limit, Consumer<String> listener)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(MISLEADING);
        Process process = builder.start();
        CompletableFuture<Void> timer = CompletableFuture.runAsync(
                () -> end(process), CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS));
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
                listener.accept(line);
            }
            int exitCode = process.waitFor();
            return new Captured(timer.isDone() ? TIMED_OUT : exitCode, lines);
        } finally {
            timer.cancel(false);
            end(process);
        }
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    boolean succeeded() {
        return exitCode == 0;
    }

    boolean mentions(String... words) {
        return lines.stream().anyMatch(line -> List.of(words).stream().anyMatch(line::contains));
    }

    /** The last lines, indented for a message. */
    String quoted(int count) {
        List<String> told = lines.stream().filter(line -> !line.isBlank()).toList();
        return String.join(
                "\n",
                told.subList(Math.max(0, told.size() - count), told.size()).stream()
                        .map(line -> "    " + line)
                        .toList());
    }
}
