package org.ydl.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.ydl.job.JobAction.AdoptRunner;
import org.ydl.job.JobAction.ExcludeNodes;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.TellWatchers;

/**
 * How an application master goes on with a job that a former one began.
 *
 * <p>What the former one knew was kept before it acted on it: every container that it launched is known here, and what is
 * known here may not have been done. Runners that had registered are told where to come now, and train on meanwhile, or go
 * on to start anew. One that never had cannot be told: it is replaced. Requests went with their asker.
 */
final class Recovery {
    private Recovery() {}

    static Step recover(Job saved, int amAttempt, Instant now) {
        Job job = saved.takenOver(amAttempt, now);
        return switch (job.phase()) {
            case GATHERING, RUNNING -> goOn(job);
            case STOPPING -> job.roster().isVacant() ? Ending.finish(job) : new Step(job, Ending.stopAll(job));
            case DONE -> job.outcome().isPresent() ? Ending.finish(job) : Step.to(job);
        };
    }

    private static Step goOn(Job job) {
        Job next = job;
        int adopted = 0;
        List<Task> placeless = new ArrayList<>();
        List<JobAction> actions = new ArrayList<>();
        if (!job.nodes().excluded().isEmpty()) {
            actions.add(new ExcludeNodes(job.nodes().excludedHosts()));
        }
        for (Task task : job.roster().tasks()) {
            if (task.holdsContainer() && task.control().isPresent()) {
                adopted++;
                // Who is to be part of the next spec says so himself: his address may be gone with him.
                Task known = job.phase() == Phase.GATHERING ? task.reformed(job.now()) : task;
                next = next.with(known.adopting(job.now()));
                actions.add(new AdoptRunner(
                        task.container().orElseThrow().id(), task.control().orElseThrow()));
            } else if (task.holdsContainer()) {
                actions.add(new StopContainer(task.container().orElseThrow()));
                next = next.with(task.replaced(job.now()));
                actions.addAll(Losses.requests(job, task, true));
            } else if (!task.hasEnded() && task.former().isPresent()) {
                actions.addAll(Losses.requests(job, task, true));
            } else if (!task.hasEnded()) {
                placeless.add(task);
            }
        }
        actions.addAll(Gang.requests(job, placeless));
        actions.add(new TellWatchers("application master " + job.amAttempt() + " has taken over; " + adopted + " of "
                + job.roster().size() + " tasks run on"));
        return new Step(next, actions);
    }

    /** What lives and belongs to no task was given to the former master at its last moment. */
    static Step survived(Job job, List<Container> containers) {
        List<JobAction> strays = containers.stream()
                .filter(container -> job.roster()
                        .holderOf(container.id())
                        .filter(Task::holdsContainer)
                        .isEmpty())
                .<JobAction>map(StopContainer::new)
                .toList();
        return new Step(job, strays);
    }
}
