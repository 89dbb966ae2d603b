package org.ydl.submit;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Where and under what name YARN runs a job.
 *
 * @param master what the application master's container gets
 * @param masterLabel where it must be
 * @param maxAttempts how often YARN starts the application master; each start runs the job anew
 * @param lifetime after which YARN itself ends the application
 */
public record Placement(
        String queue,
        Optional<Integer> priority,
        SortedSet<String> tags,
        Master master,
        Optional<String> masterLabel,
        int maxAttempts,
        Optional<Duration> lifetime) {

    /** The size of the application master's container. */
    public record Master(int memoryMb, int vcores) {}
}
