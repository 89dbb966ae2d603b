package org.ydl.localcluster.os;

import java.time.Duration;

/**
 * A bounded wait for something that nobody announces, such as the end of a process that is not our child.
 *
 * <p>Stateless, any thread; blocks the caller.
 */
public final class Wait {
    private static final Duration STEP = Duration.ofMillis(50);

    private Wait() {}

    /** What is waited for; finding out may itself take a while. */
    public interface Condition {
        boolean holds() throws InterruptedException;
    }

    /** Returns whether the condition came true in time. */
    public static boolean until(Condition condition, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            Thread.sleep(STEP.toMillis());
        }
        return true;
    }
}
