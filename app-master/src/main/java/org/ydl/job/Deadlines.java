package org.ydl.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ydl.api.Decider;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.Losses.Left;

/** Which of a job's limits have passed. Pure; asked at every tick. */
final class Deadlines {
    private Deadlines() {}

    /** The verdict of the first limit that has passed, if any. */
    static Optional<Outcome> passed(Job job) {
        Limits limits = job.spec().limits();
        boolean late =
                limits.job().filter(limit -> job.age().compareTo(limit) >= 0).isPresent();
        if (late && !job.isDecided()) {
            return Optional.of(Verdict.timedOut(job, limits.job().get()));
        }
        return notAllocated(job, limits).or(() -> clientLost(job, limits)).or(() -> othersDone(job, limits, late));
    }

    /** While somebody trains, a task that is being replaced may take its time. */
    private static Optional<Outcome> notAllocated(Job job, Limits limits) {
        List<Task> waiting = job.roster().waiting();
        boolean late = !waiting.isEmpty()
                && switch (job.phase()) {
                    case GATHERING -> job.clock().passed(job.gathering().began(), limits.allocation());
                    case RUNNING -> !job.isDecided() && isStuckWithout(job, waiting, limits.allocation());
                    case STOPPING, DONE -> false;
                };
        return late ? Optional.of(Verdict.notAllocated(job)) : Optional.empty();
    }

    /** Whether nobody trains any more, or none is left of those that only serve the ones who do. */
    private static boolean isStuckWithout(Job job, List<Task> waiting, Duration limit) {
        List<Task> late = waiting.stream()
                .filter(task -> job.clock().passed(task.since(), limit))
                .toList();
        boolean nobodyTrains = late.size() == waiting.size()
                && late.stream().anyMatch(task -> job.spec().decides(task.id()))
                && !job.roster().isGoingOn();
        return nobodyTrains
                || late.stream()
                        .filter(task -> !job.spec().runsProgram(task.id()))
                        .collect(Collectors.groupingBy(task -> task.id().role(), Collectors.counting()))
                        .entrySet()
                        .stream()
                        .anyMatch(role -> role.getValue()
                                == job.spec().roles().get(role.getKey()).count());
    }

    private static Optional<Outcome> clientLost(Job job, Limits limits) {
        return job.spec().decider() == Decider.CLIENT
                        && job.clients().isEmpty()
                        && job.clock().passed(job.clients().since(), limits.clientLost())
                ? Optional.of(Verdict.clientLost(limits.clientLost()))
                : Optional.empty();
    }

    /** What was trained does not become worse by others that do not end, nor by some that have no time left. */
    private static Optional<Outcome> othersDone(Job job, Limits limits, boolean late) {
        return job.decided()
                .filter(moment -> late
                        || (job.roster().evaluating() == 0 || job.clock().passed(moment, limits.evaluation()))
                                && (job.roster().training() == 0 || job.clock().passed(moment, limits.chiefDone())))
                .map(moment -> Verdict.succeeded(job));
    }

    /** The tasks that took too long are lost, each for its own reason. */
    static Step overdue(Job job) {
        Job now = job;
        List<JobAction> actions = new ArrayList<>(); // of a whole rack, perhaps: not a list for each
        for (Task task : job.roster().tasks()) {
            if (isOverdue(job, task)) {
                Step step = lost(now, now.roster().task(task.id()));
                now = step.next();
                actions.addAll(step.actions());
            }
        }
        return new Step(now, actions);
    }

    private static boolean isOverdue(Job job, Task task) {
        Limits limits = job.spec().limits();
        if (job.phase() == Phase.STOPPING || !task.holdsContainer()) {
            return false;
        }
        if (!task.isRegistered() && !task.adopting()) {
            return job.clock().passed(task.since(), limits.registration());
        }
        return isHeldTooLong(job, task)
                || owesHeartbeats(job, task) && job.clock().passed(task.heard(), silence(limits, task));
    }

    /** What was overdue before others were lost may not be so any more. */
    private static Step lost(Job job, Task task) {
        Limits limits = job.spec().limits();
        if (!isOverdue(job, task)) {
            return Step.to(job);
        }
        if (!task.isRegistered() && !task.adopting()) {
            return Losses.lost(job, task, notRegistered(task, limits.registration()), Left.CONTAINER);
        }
        return isHeldTooLong(job, task)
                ? Losses.unexplained(job, task)
                : Losses.lost(job, task, ExitReason.lostContact(silence(limits, task)), Left.CONTAINER);
    }

    private static boolean isHeldTooLong(Job job, Task task) {
        return task.held().isPresent() && job.clock().passed(task.since(), Losses.holdLimit(job));
    }

    private static Duration silence(Limits limits, Task task) {
        return task.adopting() ? limits.adoption() : limits.heartbeat();
    }

    /** One that had registered before was told to start anew, and is lost; one that never had could not be launched. */
    private static ExitReason notRegistered(Task task, Duration limit) {
        Kind kind = task.control().isPresent() ? Kind.LOST_CONTACT : Kind.LAUNCH_FAILED;
        return ExitReason.notRegistered(kind, limit, task.doing());
    }

    /**
     * A task that has ended owes no heartbeats: its result is known, and a lost server shows in its peers. Neither does
     * anyone but the evaluators once the job is decided.
     */
    private static boolean owesHeartbeats(Job job, Task task) {
        return !task.hasEnded() && job.dependsOn(task);
    }
}
