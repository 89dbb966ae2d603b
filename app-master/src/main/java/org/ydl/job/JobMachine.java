package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobAction.PublishSpec;
import org.ydl.job.JobAction.RefuseRegistration;
import org.ydl.job.JobAction.RefuseRunner;
import org.ydl.job.JobAction.ReleaseContainer;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.SendSpec;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.StopRunner;
import org.ydl.job.JobEvent.ClientAttached;
import org.ydl.job.JobEvent.ClientFinished;
import org.ydl.job.JobEvent.ClientLeft;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;

/**
 * Every decision about a job, as one function from a job and an event to the next job and what to do.
 *
 * <p>Pure: it may be called from any thread, any number of times, with the same result. The whole life of a job reads
 * from top to bottom here: containers come, runners register, the spec is sealed, tasks exit, the rest is stopped.
 */
public final class JobMachine implements JobEvent.Handler<Step> {
    /** What a container gets after its runner's grace time, before the node is told to end it. */
    static final Duration STOP_MARGIN = Duration.ofSeconds(5);

    /** What a node gets to end a container, before the job ends without its word. */
    static final Duration NODE_MARGIN = Duration.ofSeconds(10);

    /** A longer time between two ticks means that this process did not run, and so could hear nobody. */
    static final Duration LONGEST_TICK = Duration.ofSeconds(10);

    private final Job job;

    /** How long a job may take from its verdict to its end. */
    public static Duration stopLimit(Limits limits) {
        return limits.stopGrace().plus(STOP_MARGIN).plus(NODE_MARGIN);
    }

    private JobMachine(Job job) {
        this.job = job;
    }

    /** A new job, which begins by asking for all its containers. */
    public static Step begin(String appId, int amAttempt, JobSpec spec, Instant now) {
        List<JobAction> requests = new ArrayList<>();
        spec.roles().forEach((role, wanted) -> {
            if (wanted.count() > 0) {
                requests.add(new RequestContainers(role, wanted));
            }
        });
        return new Step(Job.begin(appId, amAttempt, spec, now), requests);
    }

    public static Step step(Job job, JobEvent event) {
        return event.accept(new JobMachine(job));
    }

    @Override
    public Step containerAllocated(ContainerAllocated event) {
        Container container = event.container();
        Optional<Task> taker =
                switch (job.phase()) {
                    case GATHERING -> job.roster().firstWaiting(event.role());
                    case RUNNING, STOPPING, DONE -> Optional.empty();
                };
        return taker.map(task -> Step.to(
                        job.with(task.allocated(container, job.now())),
                        new LaunchTask(task.id(), task.attempt(), container)))
                .orElseGet(() -> Step.to(job, new ReleaseContainer(container.id())));
    }

    @Override
    public Step containerStarted(ContainerStarted event) {
        return job.roster()
                .holderOf(event.container())
                .filter(task -> !task.isRegistered() && !task.hasEnded())
                .map(task -> Step.to(job.with(task.heard("starting its runner", job.now()))))
                .orElseGet(() -> Step.to(job));
    }

    @Override
    public Step containerEnded(ContainerEnded event) {
        return job.roster()
                .holderOf(event.container())
                .filter(Task::holdsContainer)
                .map(task -> containerEnded(task, event.reason()))
                .orElseGet(() -> Step.to(job)); // reported before, or never ours
    }

    private Step containerEnded(Task holder, ExitReason reason) {
        // A runner lives until it is told to stop. Its container's end is the task's own only if nothing else was.
        ExitReason why = job.phase() == Phase.STOPPING ? ExitReason.stopped() : reason;
        Task gone = (holder.hasEnded() ? holder : holder.exited(why)).withoutContainer();
        Job next = job.with(gone);
        return switch (job.phase()) {
            case GATHERING, RUNNING -> holder.hasEnded() ? Step.to(next) : failed(next, holder, reason);
            case STOPPING -> next.roster().occupied().isEmpty() ? finish(next) : Step.to(next);
            case DONE -> Step.to(next);
        };
    }

    @Override
    public Step runnerRegistered(RunnerRegistered event) {
        Optional<String> stale = stale(event.runner());
        if (stale.isPresent()) {
            return Step.to(job, new RefuseRegistration(event.ticket(), stale.get()));
        }
        Task task = job.roster().task(event.runner().task());
        AcceptRunner accept = new AcceptRunner(event.ticket(), task.id());
        return switch (job.phase()) {
            case GATHERING -> {
                Job next = job.with(task.registered(event.address(), job.now()));
                yield next.roster().registered() < next.roster().size() ? Step.to(next, accept) : seal(next, accept);
            }
            case RUNNING ->
                task.address().equals(Optional.of(event.address()))
                        ? Step.to(job, accept) // it did not hear our first answer
                        : Step.to(
                                job,
                                new RefuseRegistration(
                                        event.ticket(),
                                        task.id() + " is sealed at "
                                                + task.address().orElseThrow()));
            case STOPPING -> Step.to(job, accept); // it is told to stop, gently, as soon as it attaches
            case DONE -> Step.to(job, new RefuseRegistration(event.ticket(), "the job has ended"));
        };
    }

    private static Step seal(Job complete, AcceptRunner accept) {
        Job sealed = complete.sealed();
        return Step.to(sealed, accept, new PublishSpec(sealed.cluster().orElseThrow()));
    }

    @Override
    public Step runnerAttached(RunnerAttached event) {
        return ifCurrent(event.runner(), task -> {
            Job next = job.with(task.heard(task.doing(), job.now()));
            String container = event.runner().container();
            return switch (job.phase()) {
                case GATHERING -> Step.to(next);
                case RUNNING ->
                    Step.to(next, new SendSpec(container, job.cluster().orElseThrow()));
                case STOPPING, DONE -> Step.to(next, new StopRunner(container, "the job is ending"));
            };
        });
    }

    @Override
    public Step runnerHeard(RunnerHeard event) {
        return ifCurrent(
                event.runner(),
                task -> Step.to(job.with(task.heard(task.hasEnded() ? task.doing() : event.doing(), job.now()))));
    }

    @Override
    public Step taskExited(TaskExited event) {
        return ifCurrent(event.runner(), task -> {
            if (task.hasEnded()) {
                return Step.to(job); // runners repeat it after a reconnect
            }
            Task ended = task.exited(event.reason());
            Job next = job.with(ended);
            return switch (job.phase()) {
                case GATHERING, RUNNING ->
                    event.reason().succeeded() ? succeeded(next) : failed(next, task, event.reason());
                case STOPPING, DONE -> Step.to(next); // we asked for it, or it no longer matters
            };
        });
    }

    /** The job is over when all who decide and then its evaluators are done. Where nobody decides it goes on. */
    private static Step succeeded(Job next) {
        if (!next.roster().isDecided()) {
            return Step.to(next);
        }
        Job decided = next.decidedNow();
        return decided.roster().evaluating() > 0 ? Step.to(decided) : stop(decided, Verdict.succeeded(decided));
    }

    /** Once the job is decided only evaluators matter: whoever else fails then would be stopped if there were none. */
    private static Step failed(Job next, Task before, ExitReason reason) {
        return next.isDecided() && !next.roster().isEvaluating(before)
                ? Step.to(next)
                : stop(next, Verdict.taskFailed(next, before, reason));
    }

    @Override
    public Step clientAttached(ClientAttached event) {
        return Step.to(job.with(job.clients().joined()));
    }

    @Override
    public Step clientLeft(ClientLeft event) {
        return Step.to(job.with(job.clients().left(job.now())));
    }

    @Override
    public Step clientFinished(ClientFinished event) {
        return job.spec().decider() == Decider.CLIENT ? stop(job, event.outcome()) : Step.to(job);
    }

    @Override
    public Step preparationFailed(PreparationFailed event) {
        return stop(job, Verdict.notPrepared(event.message()));
    }

    @Override
    public Step killRequested(KillRequested event) {
        return stop(job, Verdict.killed(event.reason()));
    }

    @Override
    public Step clusterFailed(ClusterFailed event) {
        return stop(job, Verdict.clusterFailed(event.message()));
    }

    /** The containers belong to whoever took over: touch nothing, just go. */
    @Override
    public Step masterDismissed(MasterDismissed event) {
        return Step.to(job.done());
    }

    @Override
    public Step ticked(Ticked event) {
        boolean slept = Duration.between(job.now(), event.now()).compareTo(LONGEST_TICK) > 0;
        Job next = job.at(event.now(), slept ? event.now() : job.awake());
        return switch (job.phase()) {
            case GATHERING, RUNNING ->
                Deadlines.passed(next).map(verdict -> stop(next, verdict)).orElseGet(() -> Step.to(next));
            case STOPPING -> pressOn(next);
            case DONE -> Step.to(next);
        };
    }

    /** Runners had their grace time: now the nodes end their containers; and if they do not, the job ends anyway. */
    private Step pressOn(Job next) {
        Instant nodesTurn = next.stopping()
                .orElseThrow()
                .plus(next.spec().limits().stopGrace())
                .plus(STOP_MARGIN);
        if (!next.now().isBefore(nodesTurn.plus(NODE_MARGIN))) {
            return finish(next);
        }
        boolean turnsNow = job.now().isBefore(nodesTurn) && !next.now().isBefore(nodesTurn);
        List<JobAction> stops = !turnsNow
                ? List.of()
                : next.roster().occupied().stream()
                        .<JobAction>map(
                                task -> new StopContainer(task.container().orElseThrow()))
                        .toList();
        return new Step(next, stops);
    }

    /** The outcome is known: end what runs, registered runners gently. A second verdict changes nothing. */
    private static Step stop(Job job, Outcome verdict) {
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
                    task.isRegistered()
                            ? new StopRunner(container.id(), "the job is ending: " + outcome.code())
                            : new StopContainer(container));
        }
        return new Step(stopping, actions);
    }

    private static Step finish(Job job) {
        return Step.to(job.done(), new FinishApplication(job.outcome().orElseThrow()));
    }

    private Step ifCurrent(RunnerId runner, Function<Task, Step> transition) {
        return stale(runner)
                .map(reason -> Step.to(job, new RefuseRunner(runner.container(), reason)))
                .orElseGet(() -> transition.apply(job.roster().task(runner.task())));
    }

    /** Why a runner is not, or no longer, the one that its task runs in. */
    private Optional<String> stale(RunnerId runner) {
        Optional<Task> held = job.roster().holderOf(runner.container());
        if (held.isEmpty() || !held.get().id().equals(runner.task())) {
            return Optional.of(runner.container() + " does not hold " + runner.task() + " of " + job.appId());
        }
        if (runner.attempt() != held.get().attempt()) {
            return Optional.of(runner.task() + " is at attempt " + held.get().attempt() + ", not " + runner.attempt());
        }
        if (runner.generation() > job.generation()) {
            return Optional.of("generation " + runner.generation() + " is ahead of " + job.generation());
        }
        return Optional.empty();
    }
}
