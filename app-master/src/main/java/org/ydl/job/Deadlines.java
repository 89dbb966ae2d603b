package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;

/** Which of a job's limits has passed. Pure; asked at every tick. */
final class Deadlines {
    private Deadlines() {}

    /** The verdict of the first limit that has passed, if any. */
    static Optional<Outcome> passed(Job job) {
        Limits limits = job.spec().limits();
        if (limits.job().filter(limit -> job.age().compareTo(limit) >= 0).isPresent()) {
            return Optional.of(Verdict.timedOut(job, limits.job().get()));
        }
        return switch (job.phase()) {
            case GATHERING -> gathering(job, limits).or(() -> silent(job, limits));
            case RUNNING -> silent(job, limits);
            case STOPPING, DONE -> Optional.empty();
        };
    }

    private static Optional<Outcome> gathering(Job job, Limits limits) {
        if (job.roster().allocated() < job.roster().size() && job.age().compareTo(limits.allocation()) >= 0) {
            return Optional.of(Verdict.notAllocated(job));
        }
        List<Task> late = tasks(
                job,
                task -> task.holdsContainer()
                        && !task.isRegistered()
                        && since(job, task.since(), limits.registration()));
        return late.isEmpty() ? Optional.empty() : Optional.of(Verdict.notRegistered(late, limits.registration()));
    }

    /** A task that has ended owes no heartbeats: its result is known, and a lost server shows in its peers. */
    private static Optional<Outcome> silent(Job job, Limits limits) {
        return tasks(
                        job,
                        task -> task.holdsContainer()
                                && task.isRegistered()
                                && !task.hasEnded()
                                && since(job, task.heard(), limits.heartbeat()))
                .stream()
                .findFirst()
                .map(task -> Verdict.taskFailed(task, ExitReason.lostContact(limits.heartbeat())));
    }

    private static List<Task> tasks(Job job, Predicate<Task> which) {
        return job.roster().tasks().stream().filter(which).toList();
    }

    /** Time in which this process did not run counts against nobody. */
    private static boolean since(Job job, Instant moment, Duration limit) {
        Instant from = moment.isBefore(job.awake()) ? job.awake() : moment;
        return Duration.between(from, job.now()).compareTo(limit) >= 0;
    }
}
