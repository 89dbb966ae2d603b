package org.ydl.am.yarn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.DaemonThreads;
import org.ydl.am.Memory;

/**
 * The {@link Memory} port on the cluster's file system: a file for each application attempt.
 *
 * <p>A thread of its own writes the newest state, and again until that succeeds. The driver waits for it, but once the file
 * system has failed it no longer does, until a write succeeds again.
 */
public final class StateFiles implements Memory {
    private static final Logger LOG = LoggerFactory.getLogger(StateFiles.class);
    private static final Pattern NAME = Pattern.compile("attempt-(\\d+)\\.json");
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final WholeFiles files;
    private final int attempt;
    private final ScheduledExecutorService writer =
            Executors.newSingleThreadScheduledExecutor(new DaemonThreads("state"));
    private volatile String newest = "";
    private volatile boolean failing;
    private String written = "";
    private boolean retrying;

    /** @param attempt the application attempt that keeps its state here */
    public StateFiles(Configuration conf, Path directory, int attempt) throws IOException {
        this.files = new WholeFiles(conf, directory);
        this.attempt = attempt;
    }

    @Override
    public void keep(String state) {
        newest = state;
        Future<?> writing = writer.submit(this::write);
        if (failing) {
            return;
        }
        try {
            writing.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            failing = !writing.isDone();
            LOG.warn("the job's state was not written within {}; the job goes on meanwhile", LIMIT);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        String state = newest;
        if (state.equals(written)) {
            return;
        }
        try {
            files.write(name(attempt), state.getBytes(StandardCharsets.UTF_8));
            written = state;
            failing = false;
        } catch (IOException | RuntimeException e) {
            failing = true;
            LOG.warn("the job's state was not written; the job goes on meanwhile", e);
            retry();
        }
    }

    private void retry() {
        if (!retrying) {
            retrying = true;
            writer.schedule(
                    () -> {
                        retrying = false;
                        write();
                    },
                    PAUSE.toMillis(),
                    TimeUnit.MILLISECONDS);
        }
    }

    /** Fails if the file system does: without what was kept, containers that live would be lost. */
    @Override
    public Optional<String> recall() {
        try {
            Optional<Integer> newestBefore = files.names().stream()
                    .map(NAME::matcher)
                    .filter(Matcher::matches)
                    .map(name -> Integer.parseInt(name.group(1)))
                    .filter(other -> other < attempt)
                    .max(Comparator.naturalOrder());
            return newestBefore.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new String(files.read(name(newestBefore.get())), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("the state that a former application master kept cannot be read", e);
        }
    }

    private static String name(int attempt) {
        return "attempt-%04d.json".formatted(attempt);
    }
}
