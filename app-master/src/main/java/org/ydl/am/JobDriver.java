package org.ydl.am;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.job.Job;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobEvent;
import org.ydl.job.JobMachine;
import org.ydl.job.Phase;
import org.ydl.job.Step;

/**
 * Runs a job: takes one event after the other, asks the core what it means, does that.
 *
 * <p>All of it happens on the thread that calls {@link #run}. Others only put events into the queue.
 */
public final class JobDriver {
    private static final Logger LOG = LoggerFactory.getLogger(JobDriver.class);

    private final BlockingQueue<JobEvent> events;
    private final Cluster cluster;
    private final Runners runners;
    private final History history;

    public JobDriver(BlockingQueue<JobEvent> events, Cluster cluster, Runners runners, History history) {
        this.events = events;
        this.cluster = cluster;
        this.runners = runners;
        this.history = history;
    }

    /** Drives the job to its end and returns the outcome everyone was told: none if this master was dismissed. */
    public Optional<Outcome> run(Step begin) throws InterruptedException {
        Performer performer = new Performer(cluster, runners, history, begin.next());
        try {
            drive(begin, performer);
        } catch (RuntimeException e) {
            LOG.error("the driver failed", e);
            // Also a fault of our own is an outcome, and everyone is told.
            performer.finishApplication(
                    new FinishApplication(new Outcome(ExitCode.INTERNAL, "the application master failed: " + e)));
        }
        return performer.told();
    }

    private void drive(Step begin, Performer performer) throws InterruptedException {
        performer.perform(begin);
        cluster.hurry(true);
        Job job = begin.next();
        while (!job.isDone()) {
            JobEvent event = events.take();
            Step step = JobMachine.step(job, event);
            if (step.next().phase() != job.phase()) {
                LOG.info("{} -> {} on {}", job.phase(), step.next().phase(), event);
                cluster.hurry(step.next().phase() != Phase.RUNNING);
            }
            performer.perform(step);
            job = step.next();
        }
    }
}
