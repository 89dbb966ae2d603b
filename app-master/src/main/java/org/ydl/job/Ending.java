package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.StopRunner;

/** How a job comes to its end: what still runs is stopped, first gently, then by its node, then the job ends anyway. */
final class Ending {
    /** What a container gets after its runner's grace time, before the node is told to end it. */
    static final Duration STOP_MARGIN = Duration.ofSeconds(5);

    /** What a node gets to end a container, before the job ends without its word. */
    static final Duration NODE_MARGIN = Duration.ofSeconds(10);

    private Ending() {}

    /** How long a job may take from its verdict to its end. */
    static Duration limit(Limits limits) {
        return limits.stopGrace().plus(STOP_MARGIN).plus(NODE_MARGIN);
    }

    /** The job is over when all who decide and then all others are done. Where nobody decides it goes on. */
    static Step succeeded(Job next) {
        if (!next.roster().isDecided()) {
            return Step.to(next);
        }
        Job decided = next.decidedNow();
        boolean others = decided.roster().evaluating() > 0 || decided.roster().training() > 0;
        return others ? Step.to(decided) : stop(decided, Verdict.succeeded(decided));
    }

    /** The outcome is known: end what runs, registered runners gently. A second verdict changes nothing. */
    static Step stop(Job job, Outcome verdict) {
        if (job.outcome().isPresent()) {
            return Step.to(job);
        }
        Outcome outcome = Verdict.shortened(verdict);
        Job stopping = job.stopping(outcome);
        List<Task> occupied = stopping.roster().occupied();
        if (occupied.isEmpty()) {
            return Step.to(stopping.done(), new CancelRequests(), new FinishApplication(outcome));
        }
        List<JobAction> actions = new ArrayList<>(List.of(new CancelRequests()));
        for (Task task : occupied) {
            Container container = task.container().orElseThrow();
            actions.add(
                    task.isRegistered() && !task.adopting()
                            ? new StopRunner(container.id(), "the job is ending: " + outcome.code())
                            : new StopContainer(container));
        }
        return new Step(stopping, actions);
    }

    /** Runners had their grace time: now the nodes end their containers; and if they do not, the job ends anyway. */
    static Step pressOn(Job before, Job next) {
        Instant nodesTurn = next.end()
                .orElseThrow()
                .since()
                .plus(next.spec().limits().stopGrace())
                .plus(STOP_MARGIN);
        if (!next.now().isBefore(nodesTurn.plus(NODE_MARGIN))) {
            return finish(next);
        }
        boolean turnsNow = before.now().isBefore(nodesTurn) && !next.now().isBefore(nodesTurn);
        return new Step(next, turnsNow ? stopAll(next) : List.of());
    }

    static List<JobAction> stopAll(Job job) {
        return job.roster().occupied().stream()
                .<JobAction>map(task -> new StopContainer(task.container().orElseThrow()))
                .toList();
    }

    static Step finish(Job job) {
        return Step.to(job.done(), new FinishApplication(job.outcome().orElseThrow()));
    }
}
