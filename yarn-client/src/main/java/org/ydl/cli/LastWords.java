package org.ydl.cli;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * What is said while this process is ending, no matter whether anybody listens.
 *
 * <p>A thread of its own says it: where the output is not read, as by a pager or on a stopped terminal, whoever prints waits
 * in the middle of it, and so does everybody else who wants to. Closing waits for the words, but not for long. Made and
 * closed by whoever has something to say, and not bound to a thread.
 */
final class LastWords implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private final Screen screen;
    private final Duration limit;
    private final ExecutorService speaker = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "last-words");
        thread.setDaemon(true);
        return thread;
    });

    LastWords(Screen screen, Duration limit) {
        this.screen = screen;
        this.limit = limit;
    }

    static LastWords on(Screen screen) {
        return new LastWords(screen, LIMIT);
    }

    /** Returns at once; what is said is said in order. */
    void say(String words) {
        speaker.execute(() -> {
            screen.noMorePhases();
            screen.say(words);
        });
    }

    /** Returns when all is said, or nobody has listened for as long as the limit. */
    @Override
    public void close() {
        speaker.shutdown();
        try {
            speaker.awaitTermination(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
