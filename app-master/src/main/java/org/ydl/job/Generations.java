package org.ydl.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.PublishSpec;
import org.ydl.job.JobAction.ReformRunner;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.JobEvent.RunnerRegistered;

/**
 * How the cluster is formed, and formed anew: every task registers an address, the addresses become a spec, and when an
 * address changes all of them start over for the next one, in the containers they have.
 */
final class Generations {
    private Generations() {}

    /** A runner has registered that is not behind: the answer, and the spec if it was the last one to come. */
    static Step registered(Job job, Task task, RunnerRegistered event) {
        AcceptRunner accept = new AcceptRunner(event.ticket(), task.id());
        Job next = job.with(task.registered(event.address(), event.control(), job.now()));
        return switch (job.phase()) {
            case GATHERING -> sealIfComplete(Step.to(next, accept));
            case RUNNING ->
                job.isDecided() || isWhereExpected(job, task, event.address())
                        ? returned(job, task, Step.to(next, accept))
                        : Step.to(next, accept)
                                .then(moved ->
                                        reform(moved, Optional.of(task.id()), task.id() + " is at another address"));
            case STOPPING, DONE -> Step.to(job, accept); // it is told to stop, gently, as soon as it attaches
        };
    }

    /** Whether the others reach it there. Nobody reaches for a task that is no member. */
    private static boolean isWhereExpected(Job job, Task task, HostPort address) {
        return !task.id().role().isMember()
                || job.cluster().map(spec -> spec.of(task.id())).equals(Optional.of(address));
    }

    private static Step returned(Job job, Task task, Step accepted) {
        if (task.isRegistered()) {
            return accepted; // it did not hear our first answer, or has found another application master
        }
        boolean member = task.id().role().isMember();
        String notice = task.id() + " is back" + (member ? " at its former address; the others went on" : "");
        // Its server knows nothing of what the others had there: they may stumble over that now.
        return accepted.then(next -> Step.to(member ? next.lostMember() : next, new TellWatchers(notice)));
    }

    /**
     * Forms the cluster anew: every runner starts over in its container, whatever its program had come to.
     *
     * @param fresh a task that is there for the next generation already
     */
    static Step reform(Job job, Optional<TaskId> fresh, String why) {
        Job next = job.gatheringAnew();
        List<JobAction> actions = new ArrayList<>();
        actions.add(new TellWatchers("forming the cluster anew as generation " + next.target() + ", because " + why
                + "; the job goes on from its last checkpoint"));
        for (Task task : job.roster().tasks()) {
            if (fresh.filter(task.id()::equals).isPresent()) {
                continue;
            }
            if (task.isServing()) {
                next = next.with(task.reformed(job.now()));
                actions.add(new ReformRunner(task.container().orElseThrow().id(), next.target(), why));
            } else if (task.hasEnded()) {
                next = next.with(task.replaced(job.now()));
                actions.addAll(Losses.requests(next, task, true));
            } // else it waits or is being launched, and will be fresh
        }
        return sealIfComplete(new Step(next, actions));
    }

    private static Step sealIfComplete(Step step) {
        Roster roster = step.next().roster();
        if (roster.registered() < roster.size()) {
            return step;
        }
        return step.then(complete -> {
            Job sealed = complete.sealed();
            ClusterSpec spec = sealed.cluster().orElseThrow();
            return Step.to(sealed, new PublishSpec(spec));
        });
    }
}
