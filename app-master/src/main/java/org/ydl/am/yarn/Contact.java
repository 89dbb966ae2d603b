package org.ydl.am.yarn;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether the ResourceManager still answers. One that does not may have given this application master up, and its
 * containers to another, without a way to say so.
 *
 * <p>Safe for use by several threads.
 */
final class Contact {
    /** Many times the pause between two heartbeats, and less than any sensible limit after which a master is given up. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    private final LongSupplier nanoTime;
    private volatile long lastAnswer;

    Contact(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        answered();
    }

    void answered() {
        lastAnswer = nanoTime.getAsLong();
    }

    boolean isLost() {
        return nanoTime.getAsLong() - lastAnswer > LIMIT.toNanos();
    }
}
