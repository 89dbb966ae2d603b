package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.api.RestartPolicy;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobAction.PublishSpec;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.MasterDismissed;

/** What holds of every job, whatever happens to it: checked after each step against the world as it really is. */
final class Invariants {
    /** What the users' processes of an undisturbed world, or its client, need at most. */
    private static final Duration RUN = Duration.ofMinutes(4);

    private final SimulatedWorld world;
    private final Duration running;
    private final Duration stopping;
    private boolean dismissed;
    private int published;

    Invariants(SimulatedWorld world, Limits limits) {
        this.world = world;
        this.running = running(limits).plus(Clock.LONGEST_TICK.multipliedBy(2));
        this.stopping = Ending.limit(limits);
    }

    /** Until its own limit; or until nothing new goes wrong, and what had gone wrong has come to light. */
    private static Duration running(Limits limits) {
        Duration settled = SimulatedTime.CALM_AFTER
                .plus(limits.heartbeat())
                .plus(limits.adoption())
                .plus(limits.allocation())
                .plus(limits.registration())
                .plus(RUN)
                .plus(limits.evaluation());
        return limits.job().filter(limit -> limit.compareTo(settled) < 0).orElse(settled);
    }

    void check(Job before, Message message, Step step) {
        Job job = step.next();
        dismissed |= message.event() instanceof MasterDismissed;
        phaseMovesForward(before, step);
        firstVerdictStands(before, job);
        strangersChangeNothing(before, message, step);
        everyQuestionIsAnswered();
        everyGenerationIsPublishedOnceAndTrue(step);
        applicationIsFinishedAtItsEnd(step);
        if (!step.actions().isEmpty() && job != before) { // else nothing of note has happened
            budgetIsRespected(job);
            rosterCountsRight(job);
        }
        if (!job.now().equals(before.now())) {
            jobEndsInTime(job);
        }
    }

    /** Only a cluster that is formed anew goes back, and it says so. */
    private static void phaseMovesForward(Job before, Step step) {
        Job job = step.next();
        boolean anew = before.phase() == Phase.RUNNING
                && job.phase() == Phase.GATHERING
                && step.actions().stream().anyMatch(TellWatchers.class::isInstance);
        assertTrue(anew || job.phase().compareTo(before.phase()) >= 0, () -> before.phase() + " -> " + job.phase());
    }

    private static void budgetIsRespected(Job job) {
        RestartPolicy policy = job.spec().restarts();
        for (Task task : job.roster().tasks()) {
            assertTrue(task.restarts(job.now(), policy.window()) <= policy.most(), () -> task + " beyond " + policy);
            assertTrue(
                    policy.when() != RestartPolicy.When.NEVER || task.charged().isEmpty(), task::toString);
        }
    }

    private void firstVerdictStands(Job before, Job job) {
        assertEquals(before.outcome(), job.outcome().filter(outcome -> before.outcome()
                .isPresent()));
        if (before.outcome().isEmpty()) {
            job.outcome().ifPresent(outcome -> verdictIsHonest(job, outcome));
        }
    }

    private void verdictIsHonest(Job job, Outcome outcome) {
        if (outcome.succeeded()) {
            successIsDeserved(job);
        }
        for (Task task : job.roster().tasks()) {
            assertFalse(
                    outcome.message().startsWith(task.id() + " ")
                            && task.exit().filter(ExitReason::succeeded).isPresent(),
                    () -> task.id() + " succeeded, but is blamed: " + outcome.message());
        }
        assertFalse(
                job.isDecided()
                        && outcome.code() == ExitCode.JOB_FAILED
                        && !outcome.message().startsWith("evaluator:"),
                () -> "decided, but failed: " + outcome.message());
    }

    private void successIsDeserved(Job job) {
        switch (job.spec().decider()) {
            case TRAINERS, CHIEF -> {
                for (Task task : job.roster().tasks()) {
                    assertTrue(
                            !job.spec().decides(task.id()) || world.cluster().succeeded(task.id()),
                            () -> "the job succeeded, but " + task.id() + " did not");
                    assertTrue(
                            task.id().role() != Role.EVALUATOR
                                    || task.exit().map(ExitReason::succeeded).orElse(true),
                            () -> "the job succeeded, but " + task.id() + " failed");
                }
                assertTrue(job.spec().tasks().stream().anyMatch(job.spec()::decides), "nobody decided");
            }
            case CLIENT ->
                assertTrue(world.client().said().filter(Outcome::succeeded).isPresent(), "the client did not say so");
            case NOBODY -> fail("nobody decides, but the job succeeded");
        }
    }

    private static void strangersChangeNothing(Job before, Message message, Step step) {
        if (message.strange()) {
            assertSame(before, step.next(), "a stranger changed the job");
            assertEquals(
                    message.event() instanceof ContainerEnded ? 0 : 1,
                    step.actions().size(),
                    "answers to a stranger");
        }
    }

    private void everyQuestionIsAnswered() {
        assertFalse(world.performer().hasUnanswered(), "a registration was not answered");
    }

    private void everyGenerationIsPublishedOnceAndTrue(Step step) {
        for (JobAction action : step.actions()) {
            if (action instanceof PublishSpec publish) {
                generationIsTrue(step.next(), publish.spec());
            }
        }
    }

    private void generationIsTrue(Job job, ClusterSpec spec) {
        assertTrue(spec.generation() > published, () -> "generation " + spec.generation() + " after " + published);
        published = spec.generation();
        for (TaskId task : job.spec().tasks()) {
            assertTrue(job.roster().task(task).isRegistered(), () -> "sealed without " + task);
            assertEquals(
                    world.cluster().address(task).filter(address -> task.role() != Role.EVALUATOR),
                    spec.of(task.role()).stream().skip(task.index()).findFirst(),
                    () -> "the address of " + task);
        }
    }

    private void applicationIsFinishedAtItsEnd(Step step) {
        Job job = step.next();
        boolean finishes = step.actions().stream().anyMatch(FinishApplication.class::isInstance);
        assertEquals(job.isDone() && !dismissed, finishes, "a job is finished when it is done, and not before");
        if (finishes) {
            assertEquals(job.outcome(), world.performer().finished());
        }
        assertTrue(!dismissed || step.actions().isEmpty(), "a dismissed master touched something");
    }

    private static void rosterCountsRight(Job job) {
        Roster roster = job.roster();
        Collection<Task> tasks = roster.tasks();
        assertEquals(tasks.size(), roster.size());
        assertEquals(count(tasks, Task::isRegistered), roster.registered(), "registered");
        assertEquals(count(tasks, Task::hasEnded), roster.ended(), "ended");
        assertEquals(count(tasks, task -> !task.isWaiting()), roster.allocated(), "allocated");
        assertEquals(
                count(tasks, task -> job.spec().decides(task.id()) && !task.hasEnded()), roster.pending(), "pending");
        assertEquals(
                count(
                        tasks,
                        task -> task.id().role() == Role.EVALUATOR
                                && job.spec().runsProgram(task.id())
                                && !task.hasEnded()),
                roster.evaluating(),
                "evaluating");
        assertEquals(tasks.stream().filter(Task::holdsContainer).toList(), roster.occupied());
        for (Role role : Role.values()) {
            assertEquals(
                    tasks.stream()
                            .filter(task -> task.id().role() == role && task.isWaiting())
                            .findFirst(),
                    roster.firstWaiting(role));
        }
        for (Task task : tasks) {
            task.container().ifPresent(container -> assertEquals(Optional.of(task), roster.holderOf(container.id())));
        }
    }

    private static int count(Collection<Task> tasks, Predicate<Task> which) {
        return (int) tasks.stream().filter(which).count();
    }

    private void jobEndsInTime(Job job) {
        Duration latest = running.plus(stopping.multipliedBy(1L + world.deaths())) // each gives what it stops its time
                .plus(world.time().slept())
                .plus(world.lost());
        assertTrue(job.age().compareTo(latest) <= 0, () -> "still " + job.phase() + " after " + job.age());
    }
}
