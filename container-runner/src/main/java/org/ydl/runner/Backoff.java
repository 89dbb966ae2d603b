package org.ydl.runner;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before trying again: longer each time, and not the same for all runners, which lose their application
 * master all at once. Not thread-safe.
 */
final class Backoff {
    private static final long FIRST_MILLIS = 100;
    private static final long LAST_MILLIS = 2_000;

    /** A connection that lived this long was a good one: after it the intervals start short again. */
    private static final Duration STABLE = Duration.ofSeconds(5);

    private long millis = FIRST_MILLIS;
    private long connectedAt = System.nanoTime();

    void connected() {
        connectedAt = System.nanoTime();
    }

    /** A connection was lost; what is lost without having been made needs no call. */
    void disconnected() {
        if (System.nanoTime() - connectedAt > STABLE.toNanos()) {
            millis = FIRST_MILLIS;
        }
    }

    Duration next() {
        long now = millis;
        millis = Math.min(LAST_MILLIS, millis * 2);
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(now / 2, now + 1));
    }
}
