package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.EVALUATOR_0;
import static org.ydl.job.JobFixture.PS_0;
import static org.ydl.job.JobFixture.START;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.WORKER_1;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.allocated;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.gathering;
import static org.ydl.job.JobFixture.registered;
import static org.ydl.job.JobFixture.runner;
import static org.ydl.job.JobFixture.running;
import static org.ydl.job.JobFixture.serving;
import static org.ydl.job.JobFixture.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.ExitCode;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.RestartPolicy.When;
import org.ydl.api.Role;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.JobEvent.ClientAttached;
import org.ydl.job.JobEvent.ClientLeft;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;

class DeadlinesTest {
    private static final ExitReason OK = ExitReason.ofProcess(0, List.of());

    @Test
    void missingContainersEndTheJobAtTheAllocationLimitWithTheNumbers() {
        Job one = after(gathering(), new ContainerAllocated(Role.PS, container(PS_0)), registered(PS_0));

        Outcome outcome = outcomeAt(one, spec().limits().allocation());

        assertEquals(ExitCode.CLUSTER_FAILED, outcome.code());
        assertTrue(outcome.message().startsWith("the cluster gave 1 of 3 containers within 10m."), outcome.message());
        assertTrue(outcome.message().contains("2 worker containers of 1024 MiB and 1 vcore"), outcome.message());
    }

    @Test
    void runnersThatDoNotRegisterAreReplacedAndTheLastReasonSaysWhatTheyDid() {
        Job job = after(
                allocated(JobFixture.restarting(When.FAILURE, 1)),
                registered(PS_0),
                new ContainerStarted(container(WORKER_1).id()));
        Instant limit = START.plus(spec().limits().registration());

        Job waiting = tickTo(job, limit.minusMillis(500), PS_0);
        Step late = JobMachine.step(waiting, new Ticked(limit));

        assertEquals(Phase.GATHERING, waiting.phase());
        assertTrue(late.actions().contains(new StopContainer(container(WORKER_0))), late::toString);
        assertTrue(
                notices(late)
                        .contains("worker:1 has not registered within 300 s, and was last seen starting its runner:"
                                + " getting another container for it (restart 1 of 1)"),
                late::toString);
        assertEquals(2, late.next().roster().waiting().size());
    }

    @Test
    void silentRunnerIsStoppedAndReplacedWithoutBeingCharged() {
        Instant limit = START.plus(spec().limits().heartbeat());
        Job job = tickTo(running(), limit.minusSeconds(1));
        Job spoke = after(job, new RunnerHeard(runner(PS_0), "serving"), new RunnerHeard(runner(WORKER_0), "running"));

        Step step = JobMachine.step(spoke, new Ticked(limit));

        assertEquals(Phase.RUNNING, step.next().phase());
        assertEquals(new StopContainer(container(WORKER_1)), step.actions().get(0));
        assertEquals(
                List.of("worker:1 has not been heard of for 60 s: getting another container for it (not charged)"),
                notices(step));
        assertEquals(List.of(), step.next().roster().task(WORKER_1).charged());
    }

    @Test
    void silenceOfARunnerWhoseTaskHasSucceededHarmsNothing() {
        Job oneDone = after(running(), new TaskExited(runner(WORKER_0), ExitReason.ofProcess(0, List.of())));

        Job later = tickTo(oneDone, START.plus(spec().limits().heartbeat()).plusSeconds(1), PS_0, WORKER_1);

        assertEquals(Optional.empty(), later.outcome());
    }

    @Test
    void timeInWhichTheMasterDidNotRunIsHeldAgainstNobody() {
        Instant woken = START.plus(spec().limits().heartbeat()).plusSeconds(30);

        Job job = after(running(), new Ticked(woken));
        Job later = tickTo(job, woken.plus(spec().limits().heartbeat()).minusSeconds(1));

        assertEquals(Phase.RUNNING, later.phase());
    }

    @Test
    void jobEndsAtItsOwnLimitAndSaysWhatStillRan() {
        Job job = after(running(), new RunnerHeard(runner(WORKER_0), "running the job"));
        Instant end = START.plus(Duration.ofHours(1));

        Step step = JobMachine.step(job, new Ticked(end));

        Outcome outcome = step.next().outcome().orElseThrow();
        assertEquals(ExitCode.TIMED_OUT, outcome.code());
        assertTrue(outcome.message().contains("time limit of 60m"), outcome.message());
        assertTrue(outcome.message().contains("worker:0  running the job"), outcome.message());
    }

    @Test
    void evaluatorsGetTheirTimeAndThenTheJobSucceedsWithoutThem() {
        Job decided = after(running(evaluated()), new TaskExited(runner(WORKER_0), OK));
        Instant limit = START.plus(spec().limits().evaluation());

        Job waiting = tickTo(decided, limit.minusMillis(1), EVALUATOR_0);
        Job ended = after(waiting, new Ticked(limit));

        assertEquals(Phase.RUNNING, waiting.phase());
        assertEquals(
                new Outcome(ExitCode.SUCCEEDED, "all 1 workers succeeded; 1 evaluator was not done and is stopped"),
                ended.outcome().orElseThrow());
    }

    @Test
    void timeInWhichTheMasterDidNotRunIsGivenToEvaluators() {
        Instant woken = START.plus(spec().limits().evaluation()).plusSeconds(30);
        Job decided = after(running(evaluated()), new TaskExited(runner(WORKER_0), OK));

        Job job = after(decided, new Ticked(woken));

        assertEquals(Phase.RUNNING, job.phase());
    }

    @Test
    void jobThatIsDecidedSucceedsAtItsLimit() {
        Instant end = START.plus(Duration.ofHours(1));
        Job trained = tickTo(running(evaluated()), end.minusSeconds(5), EVALUATOR_0, WORKER_0);

        Job job = after(trained, new TaskExited(runner(WORKER_0), OK), new Ticked(end));

        assertEquals(ExitCode.SUCCEEDED, job.outcome().orElseThrow().code());
    }

    @Test
    void silentEvaluatorIsReplacedAndASilentWorkerThatIsDoneIsNot() {
        Job decided = after(running(evaluated()), new TaskExited(runner(WORKER_0), OK));

        Job job = tickTo(decided, START.plus(spec().limits().heartbeat()).minusMillis(1));
        Job later = after(job, new Ticked(START.plus(spec().limits().heartbeat())));

        assertEquals(0, job.roster().waiting().size());
        assertEquals(ExitCode.SUCCEEDED, later.outcome().orElseThrow().code());
    }

    @Test
    void jobThatItsClientRunsEndsWhenNoneEverComes() {
        Instant limit = START.plus(spec().limits().clientLost());

        Job waiting = tickTo(gathering(serving(Decider.CLIENT)), limit.minusMillis(1));
        Outcome outcome = after(waiting, new Ticked(limit)).outcome().orElseThrow();

        assertEquals(Phase.GATHERING, waiting.phase());
        assertEquals(ExitCode.KILLED, outcome.code());
        assertTrue(
                outcome.message().startsWith("the job was killed: the client that runs it was not connected for 1m."),
                outcome.message());
    }

    @Test
    void clientThatReconnectsBeforeItsOldStreamIsGoneIsNotMissed() {
        Duration limit = spec().limits().clientLost();
        Job job = after(running(serving(Decider.CLIENT)), new ClientAttached(), new ClientAttached(), new ClientLeft());

        Job later = tickTo(job, START.plus(limit.multipliedBy(3)), PS_0, WORKER_0, WORKER_1);

        assertEquals(Phase.RUNNING, later.phase());
    }

    @Test
    void clientMayReturnWithinItsLimitAndIsMissedAfterwards() {
        Duration limit = spec().limits().clientLost();
        Job left = after(running(serving(Decider.CLIENT)), new ClientAttached(), new ClientLeft());

        Job returned =
                after(tickTo(left, START.plus(limit).minusSeconds(1), PS_0, WORKER_0, WORKER_1), new ClientAttached());
        Job later = tickTo(returned, START.plus(limit.multipliedBy(2)), PS_0, WORKER_0, WORKER_1);
        Job missed =
                tickTo(after(later, new ClientLeft()), START.plus(limit.multipliedBy(3)), PS_0, WORKER_0, WORKER_1);

        assertEquals(Phase.RUNNING, later.phase());
        assertEquals(ExitCode.KILLED, missed.outcome().orElseThrow().code());
    }

    @Test
    void timeInWhichTheMasterDidNotRunIsGivenToClients() {
        Instant woken = START.plus(spec().limits().clientLost()).plusSeconds(30);

        Job job = after(gathering(serving(Decider.CLIENT)), new Ticked(woken));

        assertEquals(Phase.GATHERING, job.phase());
    }

    @Test
    void jobsThatNobodyRunsBesideItMissNoClient() {
        Instant later = START.plus(spec().limits().clientLost().multipliedBy(3));

        Job job = tickTo(running(serving(Decider.NOBODY)), later, PS_0, WORKER_0, WORKER_1);

        assertEquals(Phase.RUNNING, job.phase());
    }

    @Test
    void workersGetTheirTimeWhenTheChiefIsDoneAndDecides() {
        Job decided = after(running(spec(Decider.CHIEF, spec().roles())), new TaskExited(runner(WORKER_0), OK));
        Instant limit = START.plus(spec().limits().chiefDone());

        Job waiting = tickTo(decided, limit.minusMillis(1));
        Job ended = after(waiting, new Ticked(limit));

        assertEquals(Phase.RUNNING, waiting.phase());
        assertEquals(
                new Outcome(
                        ExitCode.SUCCEEDED, "worker:0, which leads, succeeded; 1 worker was not done and is stopped"),
                ended.outcome().orElseThrow());
    }

    @Test
    void replacementThatDoesNotComeEndsTheJobOnceNobodyElseTrains() {
        Instant lost = START.plusSeconds(1);
        Job job = after(
                running(),
                new Ticked(lost),
                new ContainerEnded(container(WORKER_1).id(), ExitReason.of(Kind.PREEMPTED, "was preempted")));
        Instant limit = lost.plus(spec().limits().allocation());

        Job training = tickTo(job, limit, PS_0, WORKER_0);
        Job alone = tickTo(after(training, new TaskExited(runner(WORKER_0), OK)), limit.plusSeconds(1), PS_0);

        assertEquals(Phase.RUNNING, training.phase());
        assertEquals(ExitCode.CLUSTER_FAILED, alone.outcome().orElseThrow().code());
    }

    private static JobSpec evaluated() {
        return spec(
                Decider.TRAINERS,
                Map.of(
                        Role.WORKER, JobFixture.running(1, ServerOwner.BRIDGE),
                        Role.EVALUATOR, JobFixture.running(1, ServerOwner.NOBODY)));
    }

    private static List<String> notices(Step step) {
        return step.actions().stream()
                .filter(TellWatchers.class::isInstance)
                .map(action -> ((TellWatchers) action).notice())
                .toList();
    }

    private static Outcome outcomeAt(Job job, Duration age) {
        Job before = tickTo(job, START.plus(age).minusMillis(500), PS_0);
        assertEquals(Phase.GATHERING, before.phase());
        return after(before, new RunnerHeard(runner(PS_0), "waiting"), new Ticked(START.plus(age)))
                .outcome()
                .orElseThrow();
    }

    /** Lets time pass second by second, as the ticker does. */
    private static Job tickTo(Job job, Instant end, TaskId... talking) {
        for (Instant now = job.now(); now.isBefore(end); now = now.plusSeconds(1)) {
            for (TaskId task : talking) {
                job = after(job, new RunnerHeard(runner(task), "waiting"));
            }
            job = after(job, new Ticked(now));
        }
        return after(job, new Ticked(end));
    }
}
