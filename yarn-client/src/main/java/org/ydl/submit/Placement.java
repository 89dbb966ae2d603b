package org.ydl.submit;

import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Where and under what name YARN runs a job.
 *
 * @param master what the application master's container gets
 * @param masterLabel where it must be
 * @param attempts how often YARN starts the application master
 * @param lifetime after which YARN itself ends the application
 */
public record Placement(
        String queue,
        Optional<Integer> priority,
        SortedSet<String> tags,
        Master master,
        Optional<String> masterLabel,
        Attempts attempts,
        Optional<Duration> lifetime) {

    /** The size of the application master's container. */
    public record Master(int memoryMb, int vcores) {}

    /**
     * How often YARN starts the application master. Each one takes over what the one before it left running.
     *
     * @param asked the number, if the user named one
     * @param window only those that were lost within it count
     */
    public record Attempts(Optional<Integer> asked, Duration window) {
        public static final Duration DEFAULT_WINDOW = Duration.ofHours(1);
        private static final int DEFAULT_MOST = 5;

        public int most() {
            return asked.orElse(DEFAULT_MOST);
        }
    }
}
