package org.ydl.client;

import java.time.Duration;
import java.util.Optional;

/** A clock that stands until a test moves it. One thread waits, another one moves it; its own monitor guards it. */
final class StandingTime implements Time {
    private Duration now = Duration.ZERO;
    private Optional<Object> waitedOn = Optional.empty();
    private int waits;

    @Override
    public synchronized long nanos() {
        return now.toNanos();
    }

    @Override
    public void pass(Duration duration) {
        throw new UnsupportedOperationException("nobody waits but on a monitor");
    }

    @Override
    public void await(Object monitor, Duration limit) throws InterruptedException {
        begin(monitor);
        try {
            monitor.wait(); // whoever moves the clock notifies it
        } finally {
            end();
        }
    }

    private synchronized void begin(Object monitor) {
        waitedOn = Optional.of(monitor);
        waits++;
        notifyAll();
    }

    private synchronized void end() {
        waitedOn = Optional.empty();
        notifyAll();
    }

    /** Returns when somebody waits. */
    synchronized Object awaitWaiter() throws InterruptedException {
        while (waitedOn.isEmpty()) {
            wait();
        }
        return waitedOn.get();
    }

    /** Once somebody waits; returns when they have seen it. */
    void move(Duration duration) throws InterruptedException {
        Object monitor;
        int wait;
        synchronized (this) {
            monitor = awaitWaiter();
            wait = waits;
            now = now.plus(duration);
        }
        synchronized (monitor) {
            monitor.notifyAll();
        }
        awaitEnd(wait);
    }

    private synchronized void awaitEnd(int wait) throws InterruptedException {
        while (waitedOn.isPresent() && waits == wait) {
            wait();
        }
    }
}
