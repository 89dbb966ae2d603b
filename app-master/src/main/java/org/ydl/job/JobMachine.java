package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ydl.api.Decider;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobAction.ReformRunner;
import org.ydl.job.JobAction.RefuseRegistration;
import org.ydl.job.JobAction.RefuseRunner;
import org.ydl.job.JobAction.ReleaseContainer;
import org.ydl.job.JobAction.RerunTask;
import org.ydl.job.JobAction.SendSpec;
import org.ydl.job.JobAction.StopRunner;
import org.ydl.job.JobEvent.ClientAttached;
import org.ydl.job.JobEvent.ClientFinished;
import org.ydl.job.JobEvent.ClientLeft;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.ContainersSurvived;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.NodesCounted;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;
import org.ydl.job.Losses.Left;

/**
 * Every decision about a job, as one function from a job and an event to the next job and what to do.
 *
 * <p>Pure: it may be called from any thread, any number of times, with the same result. The whole life of a job reads
 * from top to bottom here: containers come, runners register, tasks exit, time passes. What larger turns mean stands beside
 * it: {@link Generations} how the cluster is formed, {@link Losses} what follows from a lost task, {@link Gang} and {@link
 * Deadlines} what time brings, {@link Ending} how a job stops, {@link Recovery} how another application master goes on.
 */
public final class JobMachine implements JobEvent.Handler<Step> {
    private final Job job;

    /** How long a job may take from its verdict to its end. */
    public static Duration stopLimit(Limits limits) {
        return Ending.limit(limits);
    }

    private JobMachine(Job job) {
        this.job = job;
    }

    /** A new job, which begins by asking for all its containers. */
    public static Step begin(String appId, int amAttempt, JobSpec spec, Instant now) {
        Job job = Job.begin(appId, amAttempt, spec, now);
        return new Step(job, Gang.requests(job));
    }

    /** A job that a former application master began, as that one last knew it. */
    public static Step recover(Job saved, int amAttempt, Instant now) {
        return Recovery.recover(saved, amAttempt, now);
    }

    public static Step step(Job job, JobEvent event) {
        return Losses.excluding(job, event.accept(new JobMachine(job)));
    }

    @Override
    public Step containerAllocated(ContainerAllocated event) {
        Container container = event.container();
        return taker(event)
                .map(task -> Step.to(
                        job.with(task.allocated(container, job.now()))
                                .with(job.gathering()
                                        .given(job.now(), job.roster().allocated() + 1)),
                        new LaunchTask(task.id(), task.attempt(), container, formerPort(task, container))))
                .orElseGet(() -> Step.to(job, new ReleaseContainer(container.id())));
    }

    private Optional<Task> taker(ContainerAllocated event) {
        return switch (job.phase()) {
            case GATHERING, RUNNING ->
                job.gathering().isPaused()
                        ? Optional.empty()
                        : job.roster().taker(event.role(), event.container().host());
            case STOPPING, DONE -> Optional.empty();
        };
    }

    private static Optional<Integer> formerPort(Task task, Container container) {
        return task.former()
                .filter(address -> address.host().equals(container.host()))
                .map(HostPort::port);
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
    public Step containersSurvived(ContainersSurvived event) {
        return Recovery.survived(job, event.containers());
    }

    @Override
    public Step nodesCounted(NodesCounted event) {
        return Step.to(job.with(job.nodes().counted(event.nodes())));
    }

    @Override
    public Step containerEnded(ContainerEnded event) {
        return job.roster()
                .holderOf(event.container())
                .filter(Task::holdsContainer)
                .map(task -> containerEnded(task, event.reason()))
                .orElseGet(() -> Step.to(job)); // reported before, given up before, or never ours
    }

    private Step containerEnded(Task holder, ExitReason reason) {
        // A runner lives until it is told to stop. Its container's end is the task's own only if nothing else was.
        Task gone = (holder.hasEnded() ? holder : holder.exited(ExitReason.stopped())).withoutContainer();
        return switch (job.phase()) {
            case GATHERING, RUNNING ->
                holder.hasEnded() ? Losses.serverLost(job, gone) : Losses.lost(job, holder, reason, Left.NOTHING);
            case STOPPING -> {
                Job next = job.with(gone);
                yield next.roster().isVacant() ? Ending.finish(next) : Step.to(next);
            }
            case DONE -> Step.to(job.with(gone));
        };
    }

    @Override
    public Step runnerRegistered(RunnerRegistered event) {
        Optional<String> stranger = stranger(event.runner());
        if (stranger.isPresent()) {
            return Step.to(job, new RefuseRegistration(event.ticket(), stranger.get()));
        }
        if (job.isDone()) {
            return Step.to(job, new RefuseRegistration(event.ticket(), "the job has ended"));
        }
        Task task = job.roster().task(event.runner().task());
        if (isOfOldGeneration(event.runner())) {
            // It is there, and hears when it attaches what it missed.
            Job next = job.with(task.heard(task.doing(), job.now()));
            return Step.to(next, new AcceptRunner(event.ticket(), task.id()));
        }
        return Generations.registered(job, task, event);
    }

    @Override
    public Step runnerAttached(RunnerAttached event) {
        return ifOurs(event.runner(), task -> {
            Job next = job.with(task.heard(task.doing(), job.now()));
            String container = event.runner().container();
            return switch (job.phase()) {
                case GATHERING, RUNNING -> new Step(next, missed(event.runner(), task));
                case STOPPING, DONE -> Step.to(next, new StopRunner(container, "the job is ending"));
            };
        });
    }

    /** What a runner was told while it could not hear it. */
    private List<JobAction> missed(RunnerId runner, Task task) {
        if (isOfOldGeneration(runner)) {
            return List.of(new ReformRunner(runner.container(), job.target(), "the cluster is formed anew"));
        }
        if (isInDoubt(runner, task)) {
            return List.of(
                    new SendSpec(runner.container(), job.cluster().orElseThrow()),
                    new ReformRunner(runner.container(), job.target(), "the cluster is formed anew"));
        }
        List<JobAction> missed = new ArrayList<>();
        if (runner.attempt() < task.attempt()) {
            missed.add(new RerunTask(runner.container(), task.attempt()));
        }
        if (job.phase() == Phase.RUNNING) {
            missed.add(new SendSpec(runner.container(), job.cluster().orElseThrow()));
        }
        return missed;
    }

    /**
     * Whether it registered before all were told to start anew, and is heard to attach only now. If its stream was there
     * when the former spec was sent, it has that, and starts anew; if not, it has nothing to start anew from. Which of the
     * two cannot be told from what it said before, so it gets both to do.
     */
    private boolean isInDoubt(RunnerId runner, Task task) {
        return job.phase() == Phase.GATHERING
                && job.cluster().isPresent()
                && runner.generation() == 0
                && !task.isRegistered()
                && task.control().isPresent();
    }

    @Override
    public Step runnerHeard(RunnerHeard event) {
        return ifOurs(event.runner(), task -> {
            boolean stays = task.hasEnded() || task.held().isPresent() || isBehind(event.runner(), task);
            return Step.to(job.with(task.heard(stays ? task.doing() : event.doing(), job.now())));
        });
    }

    @Override
    public Step taskExited(TaskExited event) {
        return ifOurs(event.runner(), task -> {
            if (task.hasEnded() || task.held().isPresent() || isBehind(event.runner(), task)) {
                return Step.to(job); // runners repeat it after a reconnect
            }
            return switch (job.phase()) {
                case GATHERING, RUNNING ->
                    event.reason().succeeded()
                            ? Ending.succeeded(job.with(task.exited(event.reason())))
                            : Losses.lost(job, task, event.reason(), Left.RUNNER);
                case STOPPING, DONE -> Step.to(job.with(task.exited(event.reason()))); // we asked for it
            };
        });
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
        return job.spec().decider() == Decider.CLIENT ? Ending.stop(job, event.outcome()) : Step.to(job);
    }

    @Override
    public Step preparationFailed(PreparationFailed event) {
        return Ending.stop(job, Verdict.notPrepared(event.message()));
    }

    @Override
    public Step killRequested(KillRequested event) {
        return Ending.stop(job, Verdict.killed(event.reason()));
    }

    @Override
    public Step clusterFailed(ClusterFailed event) {
        return Ending.stop(job, Verdict.clusterFailed(event.message()));
    }

    /** The containers belong to whoever took over: touch nothing, just go. */
    @Override
    public Step masterDismissed(MasterDismissed event) {
        return Step.to(job.done());
    }

    @Override
    public Step ticked(Ticked event) {
        Job next = job.at(event.now());
        return switch (job.phase()) {
            case GATHERING, RUNNING ->
                Deadlines.passed(next)
                        .map(verdict -> Ending.stop(next, verdict))
                        .orElseGet(() -> Gang.ticked(next.with(next.nodes().readmitted(next.now())))
                                .then(Deadlines::overdue));
            case STOPPING -> Ending.pressOn(job, next);
            case DONE -> Step.to(next);
        };
    }

    private Step ifOurs(RunnerId runner, Function<Task, Step> transition) {
        return stranger(runner)
                .map(reason -> Step.to(job, new RefuseRunner(runner.container(), reason)))
                .orElseGet(() -> transition.apply(job.roster().task(runner.task())));
    }

    /** Whether it has yet to hear that its program runs again, or that the cluster is formed anew. */
    private boolean isBehind(RunnerId runner, Task task) {
        return isOfOldGeneration(runner) || runner.attempt() < task.attempt();
    }

    /** One that has seen no spec is fresh, and takes part in whatever comes next. */
    private boolean isOfOldGeneration(RunnerId runner) {
        return runner.generation() > 0 && runner.generation() < job.target();
    }

    /** Why a runner is not, or no longer, the one that its task runs in. */
    private Optional<String> stranger(RunnerId runner) {
        Optional<Task> held = job.roster().holderOf(runner.container());
        if (held.isEmpty() || !held.get().id().equals(runner.task())) {
            return Optional.of(runner.container() + " does not hold " + runner.task() + " of " + job.appId());
        }
        if (runner.attempt() > held.get().attempt()) {
            return Optional.of(runner.task() + " is at attempt " + held.get().attempt() + ", not " + runner.attempt());
        }
        if (runner.generation() > job.generation()) {
            return Optional.of("generation " + runner.generation() + " is ahead of " + job.generation());
        }
        return Optional.empty();
    }
}
