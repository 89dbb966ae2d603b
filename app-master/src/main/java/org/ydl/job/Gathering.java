package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The wait for containers: all of a job's tasks run together or not at all, and two jobs that each hold a part of the
 * cluster would wait for each other for ever. So what is held without getting more is given back for a while.
 *
 * @param began when the job began to wait for containers
 * @param given when the last one came, or was asked for
 * @param most how many tasks had one at the same time at most
 * @param round how often containers were given back
 * @param paused until when none are asked for
 */
public record Gathering(Instant began, Instant given, int most, int round, Optional<Instant> paused) {
    private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration PAUSE_GROWTH = Duration.ofSeconds(10);
    private static final int LONGEST_GROWTH = 6;

    static Gathering from(Instant now) {
        return new Gathering(now, now, 0, 0, Optional.empty());
    }

    /** @param holders how many tasks have one now */
    Gathering given(Instant now, int holders) {
        return new Gathering(began, now, Math.max(most, holders), round, paused);
    }

    /** Asks for nothing for a while, which differs from job to job and grows: whoever comes back first gets all. */
    Gathering pausing(String appId, Instant now) {
        long longest =
                PAUSE_GROWTH.multipliedBy(Math.min(round + 1, LONGEST_GROWTH)).toMillis();
        // Not a source of randomness: the same job draws the same again, and another job something else.
        long drawn = new SplittableRandom(appId.hashCode() + (long) round).nextLong(longest);
        return new Gathering(
                began,
                now,
                most,
                round + 1,
                Optional.of(now.plus(SHORTEST_PAUSE).plusMillis(drawn)));
    }

    Gathering resumed(Instant now) {
        return new Gathering(began, now, most, round, Optional.empty());
    }

    boolean isPaused() {
        return paused.isPresent();
    }
}
