package org.ydl.am;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** Threads of one name that do not keep this process alive. Immutable, any thread. */
public record DaemonThreads(String name) implements ThreadFactory {
    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Has such a thread do what may wait for somebody who does not answer. Returns whether it was done in time. */
    public boolean run(Runnable work, Duration limit) {
        Thread thread = newThread(work);
        thread.start();
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
