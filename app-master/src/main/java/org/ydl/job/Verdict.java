package org.ydl.job;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.ydl.api.Decider;
import org.ydl.api.ExitCode;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.job.ExitReason.Kind;

/** How jobs end, in words: what happened, where, and what to try. */
final class Verdict {
    private static final int NAMED_TASKS = 10;

    /**
     * In characters. Of an application's diagnostics the ResourceManager keeps the end, 64 K characters unless it is told
     * otherwise ({@code yarn.app.attempt.diagnostics.limit.kc}): what is too long would lose its beginning, which says
     * what happened. And this is read by people.
     */
    private static final int LONGEST_MESSAGE = 8_000;

    private Verdict() {}

    static Outcome succeeded(Job job) {
        Roster roster = job.roster();
        return new Outcome(
                ExitCode.SUCCEEDED,
                deciders(job.spec()) + " succeeded" + unfinished(roster.training(), "worker")
                        + unfinished(roster.evaluating(), "evaluator"));
    }

    private static String unfinished(int count, String what) {
        return switch (count) {
            case 0 -> "";
            case 1 -> "; 1 " + what + " was not done and is stopped";
            default -> "; " + count + " " + what + "s were not done and are stopped";
        };
    }

    private static String deciders(JobSpec spec) {
        long workers = spec.tasks().stream()
                .filter(task -> task.role() == Role.WORKER && spec.decides(task))
                .count();
        if (spec.decider() == Decider.CHIEF || workers == 0) {
            return spec.has(Role.CHIEF) ? "the chief" : spec.chief() + ", which leads,";
        }
        return (spec.decides(spec.chief()) && spec.has(Role.CHIEF) ? "the chief and " : "") + "all " + workers
                + " workers";
    }

    static Outcome taskFailed(Job job, Task task, ExitReason reason) {
        StringBuilder message = new StringBuilder(task.id() + " " + reason.what() + ".");
        task.container().ifPresent(container -> message.append("\n  container  ")
                .append(container.id())
                .append(" on ")
                .append(container.host()));
        reason.figures().ifPresent(figures -> message.append("\n  ").append(figures));
        reason.advice()
                .or(() -> Advice.on(reason.errorTail(), task.id(), job.spec()))
                .ifPresent(advice -> message.append("\n  try        ").append(advice));
        if (!reason.errorTail().isEmpty()) {
            message.append("\n  the last lines of its error output:");
            reason.errorTail().forEach(line -> message.append("\n    ").append(line));
        }
        return new Outcome(code(reason.kind()), message.toString());
    }

    static Outcome restartsSpent(Job job, Task task, ExitReason reason, int restarts) {
        Outcome failed = taskFailed(job, task, reason);
        return new Outcome(
                failed.code(),
                failed.message() + "\n  restarts   " + restarts + " within "
                        + words(job.spec().restarts().window()) + ", as many as --max-restarts allows");
    }

    static Outcome clientLost(Duration limit) {
        return new Outcome(
                ExitCode.KILLED,
                "the job was killed: the client that runs it was not connected for " + words(limit) + "."
                        + "\n  try        --deploy-mode cluster, which needs no client once the job is submitted");
    }

    static Outcome notPrepared(String message) {
        return new Outcome(ExitCode.NOT_PREPARED, message);
    }

    static Outcome killed(String reason) {
        return new Outcome(ExitCode.KILLED, "the job was killed: " + reason);
    }

    static Outcome clusterFailed(String message) {
        return new Outcome(ExitCode.CLUSTER_FAILED, "the cluster cannot be used: " + message);
    }

    static Outcome timedOut(Job job, Duration limit) {
        List<Task> open =
                job.roster().tasks().stream().filter(task -> !task.hasEnded()).toList();
        return new Outcome(
                ExitCode.TIMED_OUT,
                "the job did not end within its time limit of " + words(limit) + "." + doing(open)
                        + "\n  try        a longer --timeout, or look at what these tasks wait for");
    }

    static Outcome notAllocated(Job job) {
        String asked = job.spec().roles().entrySet().stream()
                .map(role -> asked(role.getKey(), role.getValue()))
                .collect(Collectors.joining(", "));
        return new Outcome(
                ExitCode.CLUSTER_FAILED,
                "the cluster gave "
                        + Math.max(
                                job.roster().allocated(),
                                job.phase() == Phase.GATHERING ? job.gathering().most() : 0)
                        + " of "
                        + job.roster().size() + " containers within "
                        + words(job.spec().limits().allocation()) + "."
                        + "\n  asked      " + asked
                        + "\n  try        fewer or smaller tasks, another queue, or wait until the queue has room");
    }

    /** With as much of its message as YARN surely keeps. */
    static Outcome shortened(Outcome outcome) {
        String message = outcome.message();
        if (message.length() <= LONGEST_MESSAGE) {
            return outcome;
        }
        int end =
                Character.isHighSurrogate(message.charAt(LONGEST_MESSAGE - 1)) ? LONGEST_MESSAGE - 1 : LONGEST_MESSAGE;
        return new Outcome(outcome.code(), message.substring(0, end) + "\n    … (the logs have the rest)");
    }

    private static String doing(List<Task> tasks) {
        String named = tasks.stream()
                .limit(NAMED_TASKS)
                .map(task -> "\n  " + task.id() + "  " + task.doing()
                        + task.container()
                                .map(container -> " (" + container.id() + " on " + container.host() + ")")
                                .orElse(""))
                .collect(Collectors.joining());
        return tasks.size() > NAMED_TASKS ? named + "\n  and " + (tasks.size() - NAMED_TASKS) + " more" : named;
    }

    private static String asked(Role role, RoleSpec spec) {
        String containers = spec.count() == 1 ? " container of " : " containers of ";
        return spec.count() + " " + role.label() + containers + spec.size();
    }

    private static ExitCode code(Kind kind) {
        if (kind == Kind.NOT_PREPARED) {
            return ExitCode.NOT_PREPARED;
        }
        return switch (kind.owner()) {
            case USER -> ExitCode.JOB_FAILED;
            case CLUSTER -> ExitCode.CLUSTER_FAILED;
            case YDL -> ExitCode.INTERNAL;
        };
    }

    /** {@code 90s}, {@code 5m}: as the flags take it. */
    private static String words(Duration limit) {
        return limit.toSeconds() % 60 == 0 && limit.toMinutes() > 0 ? limit.toMinutes() + "m" : limit.toSeconds() + "s";
    }
}
