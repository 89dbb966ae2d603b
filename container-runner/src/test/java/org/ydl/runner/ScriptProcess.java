package org.ydl.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The container's entry script with a command, as YARN starts it. */
final class ScriptProcess implements AutoCloseable {
    static final Path BASE = Path.of(System.getProperty("basedir"));
    /** The script that a container starts Java by. */
    static final String START_JAVA = BASE.resolve("src/main/sh/ydl-java.sh").toString();

    private static final String SCRIPT = BASE.resolve("src/main/sh/ydl-run.sh").toString();
    private static final AtomicInteger STARTED = new AtomicInteger();

    private final Path errors = BASE.resolve("target/script-process-" + STARTED.incrementAndGet() + ".log");
    private final Process process;
    private final BufferedReader output;

    ScriptProcess(Map<String, String> environment, List<String> command) throws IOException {
        this(BASE, environment, command);
    }

    ScriptProcess(Path directory, Map<String, String> environment, List<String> command) throws IOException {
        List<String> whole = new ArrayList<>(List.of("/bin/bash", SCRIPT));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole).redirectError(errors.toFile());
        builder.directory(directory.toFile()).environment().putAll(environment);
        process = builder.start();
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** @param arguments the first of them is the command's {@code $0} */
    static ScriptProcess shell(String command, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", command));
        words.addAll(List.of(arguments));
        return new ScriptProcess(Map.of("CONTAINER_ID", "container_1_0001_01_000002"), words);
    }

    /** Reads output until a line that begins so, and returns the rest of that line. */
    String awaitLine(String start) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(start)) {
                return line.substring(start.length());
            }
        }
        throw new AssertionError("the output ended without a line '" + start + "...'");
    }

    /** From now on reads its output only so that it never waits. */
    void ignoreOutput() {
        Thread reader = new Thread(this::drain, "ignore-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void drain() {
        try {
            process.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // It was killed.
        }
    }

    /** What was written to the error output until now. */
    String errors() throws IOException {
        return Files.readString(errors);
    }

    long awaitPid(String start) throws IOException {
        return Long.parseLong(awaitLine(start).strip());
    }

    void terminate() {
        process.toHandle().destroy();
    }

    void kill() {
        process.toHandle().destroyForcibly();
    }

    int awaitExit() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the script did not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        kill(); // its guard does the rest
    }
}
