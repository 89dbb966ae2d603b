package org.ydl.client;

import java.time.Duration;
import java.util.Optional;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobProgress;

/**
 * What a client that runs a job beside itself knows of the job's cluster: where the application master is, whether a
 * task is missing, and the newest ClusterSpec.
 *
 * <p>Guarded by its own monitor: some threads tell it what they learn, others wait here until it matters to them.
 */
final class KnownCluster {
    private final Time time;
    private Optional<Master> master = Optional.empty();
    private int masters;
    private Optional<ClusterSpec> spec = Optional.empty();
    private boolean wasFormed;
    private boolean fellApart;
    private Optional<RuntimeException> fault = Optional.empty();
    private boolean over;

    /** @param number counts those of a job, from 1 */
    record Master(int number, HostPort address) {}

    KnownCluster(Time time) {
        this.time = time;
    }

    synchronized Master masterUp(HostPort address) {
        Master next = new Master(++masters, address);
        master = Optional.of(next);
        notifyAll();
        return next;
    }

    synchronized void masterLost() {
        master = Optional.empty();
        notifyAll();
    }

    /** Before the cluster was formed once, a missing task says nothing about a program's failure. */
    synchronized void progress(JobProgress progress) {
        wasFormed |= progress.getPhase() == JobPhase.JOB_PHASE_RUNNING;
        fellApart = wasFormed && progress.getRegistered() < progress.getTasks();
        notifyAll();
    }

    /**
     * Returns whether it is news. Not told by its generation: an application master that found no trace of the one before
     * it counts from 1 again.
     */
    synchronized boolean learn(ClusterSpec next) {
        if (isNewest(next)) {
            return false;
        }
        spec = Optional.of(next);
        notifyAll();
        return true;
    }

    /** Nobody learns of ClusterSpecs any more, by a fault of ours. */
    synchronized void learnsNoMore(RuntimeException why) {
        fault = Optional.of(why);
        notifyAll();
    }

    synchronized boolean isNewest(ClusterSpec known) {
        return spec.equals(Optional.of(known));
    }

    /** The application has ended, or is of no more interest: nobody waits any longer. */
    synchronized void end() {
        over = true;
        notifyAll();
    }

    /** Whether there is no other application master. */
    synchronized boolean isCurrent(Master known) {
        return master.equals(Optional.of(known));
    }

    synchronized boolean isOver() {
        return over;
    }

    /** Waits for an application master that comes after the one of this number; empty when it is over. */
    synchronized Optional<Master> awaitMasterAfter(int number) throws InterruptedException {
        while (!over && master.filter(known -> known.number() > number).isEmpty()) {
            wait();
        }
        return over ? Optional.empty() : master;
    }

    /** Waits for a ClusterSpec and returns the newest; empty when it is over. Throws if none can come any more. */
    synchronized Optional<ClusterSpec> awaitSpec() throws InterruptedException {
        while (!over && spec.isEmpty() && fault.isEmpty()) {
            wait();
        }
        if (!over && fault.isPresent()) {
            throw new IllegalStateException(fault.get());
        }
        return over ? Optional.empty() : spec;
    }

    /**
     * Finds out whether a program failed because its cluster fell apart, and if so returns when there is one to run it
     * on again: of a later generation, or the same with a task replaced at its old address.
     *
     * @param ran the one it ran on
     * @param notice what the application master gets to see that something is lost; it bounds the rest itself
     */
    synchronized boolean awaitReform(ClusterSpec ran, Duration notice) throws InterruptedException {
        boolean seen = false;
        long since = time.nanos();
        while (!over && isNewest(ran)) {
            seen |= fellApart;
            if (fellApart || master.isEmpty()) {
                since = time.nanos();
            }
            Duration left = notice.minus(time.since(since));
            if (left.isNegative() || left.isZero()) {
                return seen;
            }
            time.await(this, left);
        }
        return !over;
    }
}
