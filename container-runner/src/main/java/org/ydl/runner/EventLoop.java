package org.ydl.runner;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The one thread on which all state of a runner lives.
 *
 * <p>Events may be handed in from any thread; they run one at a time, in the order they came. Nothing that runs here may
 * block. An event that throws is a fault in ydl and goes to the handler given at construction. Events handed in after
 * {@link #close} are dropped.
 */
final class EventLoop implements Executor, AutoCloseable {
    private final ScheduledThreadPoolExecutor thread;
    private final Consumer<Throwable> onFault;

    EventLoop(Consumer<Throwable> onFault) {
        this.onFault = onFault;
        thread = new ScheduledThreadPoolExecutor(
                1,
                task -> {
                    Thread loop = new Thread(task, "ydl-loop");
                    loop.setDaemon(true);
                    return loop;
                },
                new ScheduledThreadPoolExecutor.DiscardPolicy());
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void execute(Runnable event) {
        thread.execute(guarded(event));
    }

    /** A single event in the future. */
    Timer after(Duration delay, Runnable event) {
        return new Timer(thread.schedule(guarded(event), delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** An event again and again, the first one after an interval. */
    Timer every(Duration interval, Runnable event) {
        long nanos = interval.toNanos();
        return new Timer(thread.scheduleWithFixedDelay(guarded(event), nanos, nanos, TimeUnit.NANOSECONDS));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private Runnable guarded(Runnable event) {
        return () -> {
            try {
                event.run();
            } catch (RuntimeException | Error fault) {
                onFault.accept(fault);
            }
        };
    }

    /** Something that will happen unless it is cancelled. */
    record Timer(ScheduledFuture<?> future) {
        void cancel() {
            future.cancel(false);
        }
    }
}
