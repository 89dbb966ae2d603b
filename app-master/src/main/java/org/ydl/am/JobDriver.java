package org.ydl.am;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.job.Job;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobMachine;
import org.ydl.job.Phase;
import org.ydl.job.Step;

/**
 * Runs a job: takes the events that have come, asks the core what each one means, keeps the state that they lead to, does
 * what is to be done. So whoever takes over knows of every container before anything runs in it, and many events cost
 * one write.
 *
 * <p>All of it happens on the thread that calls {@link #run}. Others only put events into the inbox.
 */
public final class JobDriver {
    private static final Logger LOG = LoggerFactory.getLogger(JobDriver.class);
    private static final JobEvent DISMISSED = new MasterDismissed();

    private final Inbox inbox;
    private final Cluster cluster;
    private final Runners runners;
    private final History history;
    private final Memory memory;
    private final Function<Job, String> writing;
    private String kept = "";
    private boolean hurried;

    /** @param writing a job as the next application master reads it; what it leaves out is not worth a write */
    public JobDriver(
            Inbox inbox,
            Cluster cluster,
            Runners runners,
            History history,
            Memory memory,
            Function<Job, String> writing) {
        this.inbox = inbox;
        this.cluster = cluster;
        this.runners = runners;
        this.history = history;
        this.memory = memory;
        this.writing = writing;
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
        Job job = begin.next();
        keep(job);
        performer.perform(begin);
        hurry(job);
        while (!job.isDone()) {
            job = handle(job, inbox.take(), performer);
            hurry(job);
        }
    }

    private Job handle(Job before, List<JobEvent> events, Performer performer) {
        if (events.contains(DISMISSED)) {
            // Whoever took over decides now: what else was heard in the same moment is not ours to answer, nor to keep.
            LOG.info("dismissed while {}", before.phase());
            Step last = JobMachine.step(before, DISMISSED);
            performer.perform(last);
            return last.next();
        }
        List<Step> steps = new ArrayList<>();
        boolean changed = false;
        Job job = before;
        for (JobEvent event : events) {
            if (job.isDone()) {
                break;
            }
            Step step = JobMachine.step(job, event);
            if (step.next().phase() != job.phase()) {
                LOG.info("{} -> {} on {}", job.phase(), step.next().phase(), event);
            }
            // Most events of a long job are routine: these must not cost a look at all its tasks each.
            changed |= !event.isRoutine() || !step.actions().isEmpty();
            steps.add(step);
            job = step.next();
        }
        if (changed) {
            keep(job);
        }
        steps.forEach(performer::perform);
        return job;
    }

    private void keep(Job job) {
        String state = writing.apply(job);
        if (!state.equals(kept)) {
            memory.keep(state);
            kept = state;
        }
    }

    private void hurry(Job job) {
        boolean waits = job.phase() != Phase.RUNNING
                || job.roster().allocated() < job.roster().size();
        if (waits != hurried) {
            hurried = waits;
            cluster.hurry(waits);
        }
    }
}
