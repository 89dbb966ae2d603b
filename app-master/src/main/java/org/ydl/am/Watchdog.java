package org.ydl.am;

import java.util.function.LongSupplier;

/**
 * Notices that a driver hangs: an application master that does nothing is worse than none, because YARN starts another one
 * only when this one is gone.
 *
 * <p>It counts how often it has looked in vain instead of measuring time, so that a process that was stopped as a whole, and
 * goes on, is not taken for one that hangs. One thread looks, at even intervals.
 */
final class Watchdog {
    private final LongSupplier rounds;
    private final int patience;
    private final Runnable bite;
    private long seen = -1;
    private int inVain;

    /**
     * @param rounds grows while all is well
     * @param patience how often in a row it may be seen not to grow
     */
    Watchdog(LongSupplier rounds, int patience, Runnable bite) {
        this.rounds = rounds;
        this.patience = patience;
        this.bite = bite;
    }

    void look() {
        long now = rounds.getAsLong();
        inVain = now == seen ? inVain + 1 : 0;
        seen = now;
        if (inVain == patience) {
            bite.run();
        }
    }
}
