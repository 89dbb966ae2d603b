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

        @Override
        public void await(Object monitor, Duration limit) throws InterruptedException {
            monitor.wait(limit.toMillis() + 1); // 0 would be for ever
        }
    };

    /** Since some moment. */
    long nanos();

    void pass(Duration duration) throws InterruptedException;

    /** Waits to be notified on a monitor that the caller holds, no longer than this. May return before either. */
    void await(Object monitor, Duration limit) throws InterruptedException;

    /** How long ago a moment was, as {@link #nanos} told it. */
    default Duration since(long moment) {
        return Duration.ofNanos(nanos() - moment);
    }
}
