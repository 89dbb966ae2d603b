package org.ydl.am;

import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.api.Outcome;
import org.ydl.job.Job;
import org.ydl.job.JobAction;
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
    private final Performer performer;

    public JobDriver(BlockingQueue<JobEvent> events, Cluster cluster, Runners runners) {
        this.events = events;
        this.cluster = cluster;
        this.runners = runners;
        this.performer = new Performer(cluster, runners);
    }

    /** Drives the job to its end and returns the outcome everyone was told: none if this master was dismissed. */
    public Optional<Outcome> run(Step begin) throws InterruptedException {
        Job job = perform(begin);
        cluster.hurry(true);
        while (!job.isDone()) {
            JobEvent event = events.take();
            Step step = JobMachine.step(job, event);
            if (step.next().phase() != job.phase()) {
                LOG.info("{} -> {} on {}", job.phase(), step.next().phase(), event);
                cluster.hurry(step.next().phase() != Phase.RUNNING);
            }
            job = perform(step);
        }
        return performer.told();
    }

    private Job perform(Step step) {
        runners.show(step.next());
        for (JobAction action : step.actions()) {
            LOG.debug("{}", action);
            action.accept(performer);
        }
        return step.next();
    }
}
