package org.ydl.job;

import java.time.Duration;
import java.time.Instant;

/**
 * What a job knows of time.
 *
 * @param started when the first application master began
 * @param now the time of the last tick
 * @param awake since when this process has seen time pass without a gap; before that it may have missed messages
 */
public record Clock(Instant started, Instant now, Instant awake) {
    /** A longer time between two ticks means that this process did not run, and so could hear nobody. */
    static final Duration LONGEST_TICK = Duration.ofSeconds(10);

    static Clock startedAt(Instant now) {
        return new Clock(now, now, now);
    }

    Clock ticked(Instant time) {
        boolean slept = Duration.between(now, time).compareTo(LONGEST_TICK) > 0;
        return new Clock(started, time, slept ? time : awake);
    }

    /** Another process goes on where one has ended. */
    Clock takenOver(Instant time) {
        return new Clock(started, time, time);
    }

    /** Whether a limit has passed since a moment. Time in which this process did not run counts against nobody. */
    boolean passed(Instant moment, Duration limit) {
        Instant from = moment.isBefore(awake) ? awake : moment;
        return Duration.between(from, now).compareTo(limit) >= 0;
    }
}
