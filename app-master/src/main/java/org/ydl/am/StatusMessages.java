package org.ydl.am;

import org.ydl.api.Outcome;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;
import org.ydl.job.Container;
import org.ydl.job.FormerContainer;
import org.ydl.job.Job;
import org.ydl.job.Phase;
import org.ydl.job.Roster;
import org.ydl.job.Task;

/** A job as its watchers see it, and as its history keeps it. */
public final class StatusMessages {
    private StatusMessages() {}

    public static JobProgress progress(Job job) {
        Roster roster = job.roster();
        return JobProgress.newBuilder()
                .setPhase(phase(job.phase()))
                .setTasks(roster.size())
                .setAllocated(roster.allocated())
                .setRegistered(roster.registered())
                .setEnded(roster.ended())
                .build();
    }

    public static JobStatus status(Job job) {
        JobStatus.Builder status = JobStatus.newBuilder()
                .setAppId(job.appId())
                .setName(job.spec().name())
                .setAmAttempt(job.amAttempt())
                .setGeneration(job.generation())
                .setProgress(progress(job))
                .setStartedMs(job.started().toEpochMilli());
        if (job.isDone()) {
            status.setFinishedMs(job.now().toEpochMilli());
        }
        job.roster().tasks().forEach(task -> status.addTasks(task(task)));
        job.outcome().map(Outcome::toMessage).ifPresent(status::setOutcome);
        return status.build();
    }

    private static TaskStatus task(Task task) {
        return TaskStatus.newBuilder()
                .setTask(task.id().toMessage())
                .setAttempt(task.attempt())
                .setState(task.doing())
                .setContainerId(task.container().map(Container::id).orElse(""))
                .setHost(task.container().map(Container::host).orElse(""))
                .setAddress(task.address().map(Object::toString).orElse(""))
                .addAllFormerContainers(
                        task.left().stream().map(StatusMessages::former).toList())
                .build();
    }

    private static org.ydl.api.v1.FormerContainer former(FormerContainer left) {
        return org.ydl.api.v1.FormerContainer.newBuilder()
                .setContainerId(left.container().id())
                .setHost(left.container().host())
                .setFirstAttempt(left.firstAttempt())
                .setLastAttempt(left.lastAttempt())
                .build();
    }

    private static JobPhase phase(Phase phase) {
        return switch (phase) {
            case GATHERING -> JobPhase.JOB_PHASE_GATHERING;
            case RUNNING -> JobPhase.JOB_PHASE_RUNNING;
            case STOPPING -> JobPhase.JOB_PHASE_STOPPING;
            case DONE -> JobPhase.JOB_PHASE_DONE;
        };
    }
}
