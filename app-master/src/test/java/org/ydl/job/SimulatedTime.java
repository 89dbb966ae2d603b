package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/** The time of a {@link SimulatedWorld}, which passes in steps of any length, and its {@link Luck} as time goes by. */
final class SimulatedTime {
    /** Nothing new goes wrong after this time: from then on the job must come to its end. */
    static final Duration CALM_AFTER = Duration.ofSeconds(90);

    private final RandomGenerator random;
    private final Luck drawn;
    private final Instant calm;
    private Instant now;
    private Duration slept = Duration.ZERO;

    SimulatedTime(RandomGenerator random, Instant start) {
        this.random = random;
        this.drawn = Luck.draw(random);
        this.calm = start.plus(CALM_AFTER);
        this.now = start;
    }

    Instant now() {
        return now;
    }

    Luck luck() {
        return now.isBefore(calm) ? drawn : Luck.CALM;
    }

    /** Some time passes, or the application master stands still for long. */
    Instant tick() {
        Luck luck = luck();
        Duration step =
                Duration.ofMillis(random.nextInt(100, luck != Luck.CALM && random.nextInt(4) == 0 ? 9_000 : 1_000));
        if (random.nextDouble() < luck.sleep()) {
            step = Duration.ofSeconds(random.nextInt(11, 60));
            slept = slept.plus(step);
        }
        now = now.plus(step);
        return now;
    }

    /** What YARN needs to start another application master. */
    Instant masterLost() {
        now = now.plusMillis(random.nextInt(500, 5_000));
        return now;
    }

    /** How long application masters stood still, all in all. */
    Duration slept() {
        return slept;
    }
}
