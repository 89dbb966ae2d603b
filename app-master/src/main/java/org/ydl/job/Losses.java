package org.ydl.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.RestartPolicy;
import org.ydl.api.RestartPolicy.When;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.ServerOwner;
import org.ydl.job.ExitReason.Again;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobAction.ExcludeNodes;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.RerunTask;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.TellWatchers;

/**
 * What follows from the loss of a task: its program runs again where it is, or it gets another container, with or without
 * the whole cluster being formed anew, or the job fails.
 *
 * <p>A server of ydl's outlives the program, and a worker's variables are on the ps: such a loss disturbs nobody, as long as
 * the address stays. The state of a ps is gone with it, and a program that made its own server takes that along: then all
 * begin anew from the last checkpoint.
 */
final class Losses {
    /** Beyond the time in which a lost peer is noticed, for its container's end to be told. */
    static final Duration HOLD_MARGIN = Duration.ofSeconds(5);

    /** What is left of a lost task. */
    enum Left {
        /** Its runner and its container: only its program has ended. */
        RUNNER,
        /** Its container may still run, but is of no use. */
        CONTAINER,
        NOTHING
    }

    private Losses() {}

    static Step lost(Job job, Task task, ExitReason reason, Left left) {
        if (!job.dependsOn(task)) {
            return Ending.succeeded(job.with(ended(task, reason, left)));
        }
        if (left == Left.RUNNER && mayHaveLostPeer(job, task, reason)) {
            return hold(job, task, reason);
        }
        return restart(job, task, reason, left);
    }

    /** How long a lost peer can stay unnoticed. */
    static Duration holdLimit(Job job) {
        return job.spec().limits().heartbeat().plus(HOLD_MARGIN);
    }

    /** Nobody was found missing in time: what looked like the loss of a peer is the program's own failure. */
    static Step unexplained(Job job, Task held) {
        ExitReason reason = held.held().orElseThrow();
        if (!job.dependsOn(held)) {
            return Ending.succeeded(job.with(ended(held, reason, Left.RUNNER)));
        }
        return somebodyIsMissing(job)
                ? Generations.reform(job, Optional.empty(), withoutPeer(held, reason))
                : restart(job, held, reason, Left.RUNNER);
    }

    private static Step restart(Job job, Task task, ExitReason reason, Left left) {
        Optional<Outcome> refusal = refusal(job, task, reason);
        if (refusal.isPresent()) {
            return Ending.stop(job.with(ended(task, reason, left)), refusal.get());
        }
        RestartPolicy policy = job.spec().restarts();
        boolean charged = reason.kind().again() != Again.FREE;
        Task again = charged ? task.charged(job.now(), policy.window()) : task;
        String count = charged
                ? "restart " + again.restarts(job.now(), policy.window()) + " of " + policy.most()
                : "not charged";
        boolean rerun = left == Left.RUNNER && reason.kind() != Kind.SERVER_FAILED;
        if (rerun && server(job, task) == ServerOwner.SCRIPT) {
            return Generations.reform(
                    job.with(again).lostMember(),
                    Optional.empty(),
                    task.id() + " " + reason.brief() + " (" + count + ")");
        }
        return rerun ? rerun(job, again, reason, count) : replace(blame(job, task, reason), again, reason, left, count);
    }

    private static Task ended(Task task, ExitReason reason, Left left) {
        Task ended = task.hasEnded() ? task : task.exited(reason);
        return left == Left.NOTHING ? ended.withoutContainer() : ended;
    }

    /** Why the task is not started again. */
    private static Optional<Outcome> refusal(Job job, Task task, ExitReason reason) {
        RestartPolicy policy = job.spec().restarts();
        boolean wanted =
                switch (policy.when()) {
                    case NEVER -> false;
                    case FAILURE -> reason.kind().again() != Again.USELESS;
                    case ALWAYS -> true;
                };
        if (!wanted) {
            return Optional.of(Verdict.taskFailed(job, task, reason));
        }
        int before = task.restarts(job.now(), policy.window());
        boolean spent = reason.kind().again() != Again.FREE && before >= policy.most();
        return spent ? Optional.of(Verdict.restartsSpent(job, task, reason, before)) : Optional.empty();
    }

    private static Step rerun(Job job, Task task, ExitReason reason, String count) {
        Task again = task.rerun(job.now());
        return Step.to(
                job.with(again),
                new RerunTask(task.container().orElseThrow().id(), again.attempt()),
                new TellWatchers(task.id() + " " + reason.brief() + ": running it again (" + count + ")"));
    }

    private static Step replace(Job job, Task task, ExitReason reason, Left left, String count) {
        List<JobAction> actions = new ArrayList<>();
        if (left != Left.NOTHING) {
            actions.add(new StopContainer(task.container().orElseThrow()));
        }
        actions.addAll(requests(job, task, !reason.kind().blamesNode()));
        actions.add(new TellWatchers(
                task.id() + " " + reason.brief() + ": getting another container for it (" + count + ")"));
        Job next = job.with(task.replaced(job.now())).with(Gang.waitingFor(job));
        boolean member = task.id().role().isMember();
        Step replaced = new Step(member ? next.lostMember() : next, actions);
        boolean stateIsLost = task.id().role() == Role.PS
                || server(job, task) == ServerOwner.SCRIPT
                || job.roster().held() > 0;
        return job.phase() == Phase.RUNNING && member && stateIsLost
                ? replaced.then(lost -> Generations.reform(lost, Optional.empty(), task.id() + " was lost"))
                : replaced;
    }

    /** Asks for a container for one task, where its last one was if that is no bad place. */
    static List<JobAction> requests(Job job, Task task, boolean samePlace) {
        if (job.gathering().isPaused()) {
            return List.of(); // all are asked for together when the pause is over
        }
        RoleSpec role = job.spec().roles().get(task.id().role());
        Optional<String> place = task.container()
                .map(Container::host)
                .or(() -> task.former().map(HostPort::host))
                .filter(host -> samePlace && !job.nodes().excludes(host));
        return List.of(new RequestContainers(task.id().role(), role, 1, place));
    }

    private static Job blame(Job job, Task task, ExitReason reason) {
        return reason.kind().blamesNode() && task.container().isPresent()
                ? job.with(job.nodes().failed(task.container().get().host(), job.now()))
                : job;
    }

    /** Tells the cluster which nodes to leave alone, if that has changed. */
    static Step excluding(Job before, Step step) {
        return before.nodes().excluded().equals(step.next().nodes().excluded())
                ? step
                : step.then(next -> Step.to(next, new ExcludeNodes(next.nodes().excludedHosts())));
    }

    private static boolean mayHaveLostPeer(Job job, Task task, ExitReason reason) {
        return reason.kind() == Kind.USER_ERROR
                && job.spec().restarts().when() != When.NEVER
                && task.id().role().isMember()
                && job.roster().size() > 1
                && PeerLoss.isShownBy(reason.errorTail());
    }

    private static Step hold(Job job, Task task, ExitReason reason) {
        boolean recent = job.loss()
                .filter(moment -> !job.clock().passed(moment, holdLimit(job)))
                .isPresent();
        return recent || somebodyIsMissing(job)
                ? Generations.reform(job, Optional.empty(), withoutPeer(task, reason))
                : Step.to(job.with(task.held(reason, job.now())));
    }

    private static String withoutPeer(Task task, ExitReason reason) {
        return task.id() + " " + reason.brief() + " after a peer was lost";
    }

    /** A task that is being replaced may be the peer, however long that takes. */
    private static boolean somebodyIsMissing(Job job) {
        return job.roster().registered() < job.roster().size();
    }

    /** The server of a task whose program is done is gone: that disturbs nobody, unless somebody is found to need it. */
    static Step serverLost(Job job, Task gone) {
        Job next = job.with(gone);
        if (job.isDecided() || !gone.id().role().isMember()) {
            return Step.to(next);
        }
        return job.phase() == Phase.RUNNING && job.roster().held() > 0
                ? Generations.reform(next.lostMember(), Optional.empty(), gone.id() + " was lost")
                : Step.to(next.lostMember());
    }

    private static ServerOwner server(Job job, Task task) {
        return job.spec().roles().get(task.id().role()).server();
    }
}
