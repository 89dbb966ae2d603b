package org.ydl.job;

import java.time.Instant;

/**
 * The streams of clients that run a job beside themselves. Two may overlap when a client reconnects: the old one is not
 * known to be broken at once.
 *
 * @param since when the last one left, or the job's start
 */
public record Clients(int attached, Instant since) {
    static Clients none(Instant now) {
        return new Clients(0, now);
    }

    Clients joined() {
        return new Clients(attached + 1, since);
    }

    Clients left(Instant now) {
        return isEmpty() ? this : new Clients(attached - 1, now);
    }

    public boolean isEmpty() {
        return attached == 0;
    }
}
