package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ydl.api.Decider;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;

/** Which of a job's limits has passed. Pure; asked at every tick. */
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
        return switch (job.phase()) {
            case GATHERING ->
                gathering(job, limits).or(() -> silent(job, limits)).or(() -> clientLost(job, limits));
            case RUNNING ->
                silent(job, limits).or(() -> clientLost(job, limits)).or(() -> evaluated(job, limits, late));
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

    /**
     * A task that has ended owes no heartbeats: its result is known, and a lost server shows in its peers. Neither does
     * anyone but the evaluators once the job is decided.
     */
    private static Optional<Outcome> silent(Job job, Limits limits) {
        return tasks(
                        job,
                        task -> task.holdsContainer()
                                && task.isRegistered()
                                && !task.hasEnded()
                                && (!job.isDecided() || job.roster().isEvaluating(task))
                                && since(job, task.heard(), limits.heartbeat()))
                .stream()
                .findFirst()
                .map(task -> Verdict.taskFailed(job, task, ExitReason.lostContact(limits.heartbeat())));
    }

    private static Optional<Outcome> clientLost(Job job, Limits limits) {
        return job.spec().decider() == Decider.CLIENT
                        && job.clients().isEmpty()
                        && since(job, job.clients().since(), limits.clientLost())
                ? Optional.of(Verdict.clientLost(limits.clientLost()))
                : Optional.empty();
    }

    /** What was trained does not become worse by an evaluator that does not end, nor by one that has no time left. */
    private static Optional<Outcome> evaluated(Job job, Limits limits, boolean late) {
        return job.decided()
                .filter(moment -> late || since(job, moment, limits.evaluation()))
                .map(moment -> Verdict.succeeded(job));
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
