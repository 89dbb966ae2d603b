package org.ydl.client;

import java.time.Duration;
import org.ydl.api.Limits;

/**
 * How long a job's client waits for YARN.
 *
 * @param first for YARN to start the application master
 * @param next for another application master in place of one that was lost, and for a ResourceManager that is away
 */
public record Patience(Duration first, Duration next) {
    /** Longer than the job's tasks go on by themselves: what happens to them first is the better message. */
    public static Patience of(Limits limits) {
        return new Patience(limits.allocation(), limits.masterLost().plus(limits.allocation()));
    }
}
