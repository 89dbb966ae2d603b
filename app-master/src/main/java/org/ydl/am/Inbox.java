package org.ydl.am;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.ydl.job.JobEvent;

/** The events on their way to the driver. Any thread may add one; the driver takes all that wait at once. */
public final class Inbox {
    private final BlockingQueue<JobEvent> waiting = new LinkedBlockingQueue<>();
    private final AtomicLong rounds = new AtomicLong();

    public void add(JobEvent event) {
        waiting.add(event);
    }

    /** Waits for an event and returns it with all that have come by then, in their order. */
    List<JobEvent> take() throws InterruptedException {
        List<JobEvent> taken = new ArrayList<>();
        taken.add(waiting.take());
        waiting.drainTo(taken);
        rounds.incrementAndGet();
        return taken;
    }

    /** How often events were taken. */
    long rounds() {
        return rounds.get();
    }
}
