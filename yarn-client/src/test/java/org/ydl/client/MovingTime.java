package org.ydl.client;

import java.time.Duration;

/** A clock that moves when it is waited for. Used by one thread. */
class MovingTime implements Time {
    Duration now = Duration.ZERO;

    @Override
    public long nanos() {
        return now.toNanos();
    }

    @Override
    public void pass(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public void await(Object monitor, Duration limit) {
        pass(limit);
    }
}
