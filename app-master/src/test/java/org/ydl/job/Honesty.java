package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ydl.api.Decider;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.PreparationFailed;

/**
 * Whether the reasons that a job gives are true: for its failure, and for each new start of a task. Told of every step that
 * was kept, whether it came to be acted on or not: what follows from it is known to the next master.
 */
final class Honesty {
    private static final Pattern AGAIN = Pattern.compile(
            "(?:forming .*, because )?([a-z]+):(\\d+) (.+?)(?:: running .*|: getting .*)? \\((not charged|restart (\\d+) of \\d+)\\).*");
    private static final Pattern ORPHANED =
            Pattern.compile("forming .*, because ([a-z]+):(\\d+) (.+?) after a peer was lost;.*");
    private static final Pattern FAILED = Pattern.compile("(?s)([a-z]+):(\\d+) ([^\n]+)\\.(?:\n.*)?");
    private static final Pattern SPENT = Pattern.compile("(?s).*\n  restarts   (\\d+) within .*");
    private static final Pattern SILENT = Pattern.compile("has not been heard of for (\\d+) s");
    private static final Pattern UNREGISTERED = Pattern.compile("has not registered within (\\d+) s, .*");

    private final SimulatedWorld world;
    private final Witness witness;
    private Optional<Instant> started = Optional.empty();
    private Demand demand;

    Honesty(SimulatedWorld world) {
        this.world = world;
        this.witness = new Witness(world.cluster());
    }

    void masterBegan(Step begin) {
        Instant now = begin.next().now();
        started = started.or(() -> Optional.of(now));
        witness.masterBegan(now);
        demand = new Demand(begin);
        demand.checkCovers(begin.next());
    }

    void check(Job before, Message message, Step step) {
        Job job = step.next();
        witness.saw(message, step.actions(), job.now());
        demand.heard(message, step);
        boolean quiet = step.actions().isEmpty()
                && before.roster().allocated() == job.roster().allocated();
        if (quiet || message.strange()) {
            return; // nothing was said of the job, and nobody came to wait
        }
        demand.checkCovers(job);
        for (JobAction action : step.actions()) {
            if (action instanceof TellWatchers told) {
                noticeIsTrue(before, job, told.notice());
            }
        }
        chargesAreTrue(job);
        pauseHasReason(before, job);
        if (before.outcome().isEmpty()) {
            job.outcome()
                    .filter(outcome -> !outcome.succeeded())
                    .ifPresent(outcome -> assertTrue(
                            isTrue(before, job, message.event(), outcome), () -> "not true: " + outcome.message()));
        }
    }

    private void noticeIsTrue(Job before, Job job, String notice) {
        Matcher again = AGAIN.matcher(notice);
        if (again.matches()) {
            TaskId task = task(again);
            boolean charged = again.group(5) != null;
            assertTrue(befell(before, job, task, again.group(3), charged), () -> "not true: " + notice);
            if (charged) {
                witness.charged(task, job.now());
                assertEquals(charges(job, task), Integer.parseInt(again.group(5)), notice);
            }
        }
        Matcher orphaned = ORPHANED.matcher(notice);
        assertTrue(
                !orphaned.matches() || befell(before, job, task(orphaned), orphaned.group(3), true),
                () -> "not true: " + notice);
    }

    /** Also what nobody was told. */
    private void chargesAreTrue(Job job) {
        Duration window = job.spec().restarts().window();
        for (Task task : job.roster().tasks()) {
            assertEquals(charges(job, task.id()), task.restarts(job.now(), window), () -> "charges of " + task.id());
        }
    }

    private void pauseHasReason(Job before, Job job) {
        Duration hold = job.spec().limits().hold();
        assertTrue(
                before.gathering().isPaused()
                        || !job.gathering().isPaused()
                        || demand.wasUnmetFor(hold, job.now()) && demand.wasIdleFor(hold, job.now()),
                "containers were given back, though others had come");
    }

    private boolean isTrue(Job before, Job job, JobEvent event, Outcome outcome) {
        Limits limits = job.spec().limits();
        Instant now = job.now();
        String message = outcome.message();
        return switch (outcome.code()) {
            case TIMED_OUT ->
                !started.orElseThrow().plus(limits.job().orElseThrow()).isAfter(now);
            case KILLED ->
                message.contains("was not connected")
                        ? job.spec().decider() == Decider.CLIENT
                                && world.client().wasAbsent(now.minus(limits.clientLost()), now)
                        : event instanceof KillRequested;
            case CLUSTER_FAILED ->
                message.startsWith("the cluster gave ")
                        ? demand.wasUnmetFor(limits.allocation(), now)
                        : event instanceof ClusterFailed || taskFailed(before, job, message);
            case NOT_PREPARED -> event instanceof PreparationFailed;
            case INTERRUPTED -> world.client().said().equals(Optional.of(outcome));
            case JOB_FAILED -> world.client().said().equals(Optional.of(outcome)) || taskFailed(before, job, message);
            case SUCCEEDED, BAD_COMMAND, UNREACHABLE, REJECTED, INTERNAL -> false;
        };
    }

    private boolean taskFailed(Job before, Job job, String message) {
        Matcher failed = FAILED.matcher(message);
        if (!failed.matches()) {
            return false;
        }
        TaskId task = task(failed);
        Matcher spent = SPENT.matcher(message);
        String what = failed.group(3);
        if (spent.matches()) {
            return befell(before, job, task, what, true)
                    && Integer.parseInt(spent.group(1)) == charges(job, task)
                    && charges(job, task) == job.spec().restarts().most();
        }
        return befell(before, job, task, what, true) || befell(before, job, task, what, false);
    }

    /** Whether that really happened to a task, as far as its master could see. */
    private boolean befell(Job before, Job job, TaskId task, String what, boolean charged) {
        Matcher silent = SILENT.matcher(what);
        Matcher unregistered = UNREGISTERED.matcher(what);
        Optional<String> container = before.roster().task(task).container().map(Container::id);
        if (silent.matches()) {
            return !charged && witness.wasSilent(container.orElseThrow(), seconds(silent), job.now());
        }
        return unregistered.matches()
                ? witness.wasUnregistered(container.orElseThrow(), seconds(unregistered), job.now())
                : witness.accounts(task, what, charged);
    }

    private int charges(Job job, TaskId task) {
        return witness.charges(task, job.spec().restarts().window(), job.now());
    }

    private static TaskId task(Matcher named) {
        return new TaskId(Role.named(named.group(1)).orElseThrow(), Integer.parseInt(named.group(2)));
    }

    private static Duration seconds(Matcher named) {
        return Duration.ofSeconds(Long.parseLong(named.group(1)));
    }
}
