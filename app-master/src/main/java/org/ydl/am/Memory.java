package org.ydl.am;

import java.util.Optional;

/**
 * Where an application master leaves what the next one needs, should it be lost.
 *
 * <p>Called by the driver's thread alone. Each application attempt writes a place of its own, so that one that lives on
 * after it was replaced cannot overwrite what its successor knows.
 */
public interface Memory {
    /**
     * Keeps the state in place of what this attempt kept before. Returns when it is safe, or after a bounded time if it
     * cannot be kept: a job goes on without.
     */
    void keep(String state);

    /** What the newest of the earlier attempts kept last, if any did. */
    Optional<String> recall();
}
