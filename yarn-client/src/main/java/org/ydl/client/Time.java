package org.ydl.client;

import java.time.Duration;

/** How time goes by for whoever waits. */
interface Time {
    Time REAL = new Time() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void pass(Duration duration) throws InterruptedException {
            Thread.sleep(duration.toMillis());
        }
    };

    /** Since some moment. */
    long nanos();

    void pass(Duration duration) throws InterruptedException;

    /** How long ago a moment was, as {@link #nanos} told it. */
    default Duration since(long moment) {
        return Duration.ofNanos(nanos() - moment);
    }
}
