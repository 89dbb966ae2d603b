package org.ydl.it;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the distribution, started as a user would and read line by line.
 *
 * <p>Two threads read its outputs; a test waits on what it prints, never on time alone.
 */
final class Command implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern APPLICATION = Pattern.compile("submitted (application_\\d+_\\d+)");
    private static final Pattern MASTER = Pattern.compile("AM up at (\\S+)");

    private final List<String> words;
    private final Process process;
    private final List<String> out = new ArrayList<>();
    private final List<String> all = new ArrayList<>();
    private final List<Thread> readers;

    Command(List<String> words, Path directory, Map<String, String> environment) {
        this.words = List.copyOf(words);
        try {
            ProcessBuilder builder = new ProcessBuilder(words).directory(directory.toFile());
            builder.environment().remove("HADOOP_CONF_DIR");
            builder.environment().putAll(environment);
            builder.redirectInput(new java.io.File("/dev/null"));
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        readers = List.of(reader(process.getInputStream(), true), reader(process.getErrorStream(), false));
    }

    /** Waits for its end and returns the exit code. */
    int exitCode() {
        return exitCode(PATIENCE);
    }

    int exitCode(Duration patience) {
        try {
            if (!process.waitFor(patience.toSeconds(), java.util.concurrent.TimeUnit.SECONDS)) {
                throw new AssertionError("still running after " + patience + ": " + this);
            }
            for (Thread reader : readers) {
                reader.join(PATIENCE.toMillis());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The lines on standard output so far. */
    synchronized List<String> out() {
        return List.copyOf(out);
    }

    /** Everything printed so far, both outputs. */
    synchronized String text() {
        return String.join("\n", all);
    }

    boolean hasEnded() {
        return !process.isAlive();
    }

    /** Waits until it prints such a line, on either output. */
    String awaitLine(Predicate<String> wanted) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        synchronized (this) {
            while (true) {
                for (String line : all) {
                    if (wanted.test(line)) {
                        return line;
                    }
                }
                if (!process.isAlive() && readers.stream().noneMatch(Thread::isAlive)) {
                    throw new AssertionError("it ended without the line waited for: " + this);
                }
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("the line waited for did not come: " + this);
                }
                try {
                    wait(100);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    /** Waits until the application is submitted and returns its id. */
    String applicationId() {
        return find(APPLICATION);
    }

    /** Waits until the application master is up and returns its address. */
    String masterAddress() {
        return find(MASTER);
    }

    private String find(Pattern pattern) {
        Matcher matcher =
                pattern.matcher(awaitLine(line -> pattern.matcher(line).find()));
        matcher.find();
        return matcher.group(1);
    }

    /** Sends a signal, by name, to this command alone. */
    void signal(String name) {
        LiveProcess.of(process.pid()).ifPresent(live -> live.signal(name));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private Thread reader(InputStream stream, boolean isOut) {
        Thread thread = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                lines.lines().forEach(line -> took(line, isOut));
            } catch (IOException | UncheckedIOException e) {
                took("[the output broke off: " + e + "]", false);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private synchronized void took(String line, boolean isOut) {
        all.add(line);
        if (isOut) {
            out.add(line);
        }
        notifyAll();
    }

    @Override
    public String toString() {
        return String.join(" ", words) + "\n" + text();
    }
}
