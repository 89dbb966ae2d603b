package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.APP;
import static org.ydl.job.JobFixture.PS_0;
import static org.ydl.job.JobFixture.START;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.WORKER_1;
import static org.ydl.job.JobFixture.address;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.allocated;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.control;
import static org.ydl.job.JobFixture.gathering;
import static org.ydl.job.JobFixture.registered;
import static org.ydl.job.JobFixture.runner;
import static org.ydl.job.JobFixture.running;
import static org.ydl.job.JobFixture.spec;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.job.ExitReason.Kind;
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
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;

class JobMachineTest {
    private static final ExitReason OK = ExitReason.ofProcess(0, List.of());
    private static final ExitReason EXIT_3 = ExitReason.ofProcess(3, List.of("ValueError: no", "bye"));

    @Test
    void jobBeginsByAskingForAllContainersOfEachRole() {
        Step step = JobMachine.begin(APP, 1, spec(), START);

        assertEquals(
                List.of(
                        new RequestContainers(Role.PS, RoleSpec.bridged(1, 512, 1, false), 1, Optional.empty()),
                        new RequestContainers(Role.WORKER, RoleSpec.bridged(2, 1024, 1, true), 2, Optional.empty())),
                step.actions());
        assertEquals(Phase.GATHERING, step.next().phase());
    }

    @Test
    void containerGoesToTheWaitingTaskOfLowestIndex() {
        Container first = new Container("c1", "n1");
        Container second = new Container("c2", "n2");

        Step one = JobMachine.step(gathering(), new ContainerAllocated(Role.WORKER, first));
        Step two = JobMachine.step(one.next(), new ContainerAllocated(Role.WORKER, second));

        assertEquals(List.of(new LaunchTask(WORKER_0, 0, first, Optional.empty())), one.actions());
        assertEquals(List.of(new LaunchTask(WORKER_1, 0, second, Optional.empty())), two.actions());
        assertEquals(2, two.next().roster().allocated());
    }

    @Test
    void surplusContainerIsReleased() {
        Step step = JobMachine.step(allocated(), new ContainerAllocated(Role.WORKER, new Container("c9", "n")));

        assertEquals(List.of(new ReleaseContainer("c9")), step.actions());
    }

    @Test
    void specIsSealedWhenTheLastTaskRegisters() {
        Job almost = after(allocated(), registered(PS_0), registered(WORKER_1));

        Step step = JobMachine.step(almost, registered(WORKER_0));

        assertEquals(new AcceptRunner(7, WORKER_0), step.actions().get(0));
        PublishSpec publish = assertInstanceOf(PublishSpec.class, step.actions().get(1));
        assertEquals(1, publish.spec().generation());
        assertEquals(
                List.of(address(WORKER_0), address(WORKER_1)), publish.spec().of(Role.WORKER));
        assertEquals(Phase.RUNNING, step.next().phase());
    }

    @Test
    void registrationIsIdempotentBeforeAndAfterTheSeal() {
        Step before = JobMachine.step(after(allocated(), registered(PS_0)), registered(PS_0));
        Step later = JobMachine.step(running(), registered(PS_0));

        assertEquals(List.of(new AcceptRunner(7, PS_0)), before.actions());
        assertEquals(1, before.next().roster().registered());
        assertEquals(List.of(new AcceptRunner(7, PS_0)), later.actions());
        assertEquals(1, later.next().generation());
    }

    @Test
    void runnersOfUnknownContainersOtherTasksAttemptsOrGenerationsAreRefused() {
        List<RunnerId> strangers = List.of(
                new RunnerId("container_x", PS_0, 0, 0),
                new RunnerId(container(PS_0).id(), WORKER_0, 0, 0),
                new RunnerId(container(PS_0).id(), PS_0, 1, 0),
                new RunnerId(container(PS_0).id(), PS_0, 0, 9));

        for (RunnerId stranger : strangers) {
            assertInstanceOf(
                    RefuseRegistration.class,
                    JobMachine.step(allocated(), new RunnerRegistered(1, stranger, address(PS_0), control(PS_0)))
                            .actions()
                            .get(0),
                    stranger.toString());
            assertInstanceOf(
                    RefuseRunner.class,
                    JobMachine.step(running(), new RunnerHeard(stranger, "x"))
                            .actions()
                            .get(0));
            assertEquals(
                    Phase.RUNNING,
                    JobMachine.step(running(), new TaskExited(stranger, EXIT_3))
                            .next()
                            .phase());
        }
    }

    @Test
    void runnerThatAttachesLateGetsTheSealedSpec() {
        Job job = running();

        Step step = JobMachine.step(job, new RunnerAttached(runner(WORKER_1)));

        assertEquals(
                List.of(new SendSpec(container(WORKER_1).id(), job.cluster().orElseThrow())), step.actions());
    }

    @Test
    void jobSucceedsWhenEveryWorkerHasAndThenTheRestIsStopped() {
        Job one = after(running(), new TaskExited(runner(WORKER_0), OK));

        Step step = JobMachine.step(one, new TaskExited(runner(WORKER_1), OK));

        assertEquals(Phase.RUNNING, one.phase());
        assertEquals(Phase.STOPPING, step.next().phase());
        assertEquals(ExitCode.SUCCEEDED, step.next().outcome().orElseThrow().code());
        assertEquals(new CancelRequests(), step.actions().get(0));
        assertEquals(
                List.of(PS_0, WORKER_0, WORKER_1).stream()
                        .map(task -> container(task).id())
                        .toList(),
                step.actions().stream()
                        .skip(1)
                        .map(action -> ((StopRunner) action).container())
                        .toList());
    }

    @Test
    void jobIsDoneWhenTheLastContainerHasEnded() {
        Job stopping = after(running(), new TaskExited(runner(WORKER_0), OK), new TaskExited(runner(WORKER_1), OK));
        Job almost = after(
                stopping,
                new ContainerEnded(container(WORKER_0).id(), OK),
                new ContainerEnded(container(WORKER_1).id(), OK));

        Step step = JobMachine.step(almost, new ContainerEnded(container(PS_0).id(), OK));

        assertTrue(step.next().isDone());
        FinishApplication finish =
                assertInstanceOf(FinishApplication.class, step.actions().get(0));
        assertTrue(finish.outcome().succeeded());
    }

    @Test
    void failedWorkerFailsTheJobAndIsNamedWithItsPlaceAndLastWords() {
        Step step = JobMachine.step(running(), new TaskExited(runner(WORKER_1), EXIT_3));

        Outcome outcome = step.next().outcome().orElseThrow();
        assertEquals(ExitCode.JOB_FAILED, outcome.code());
        assertEquals(
                """
                worker:1 failed with exit code 3.
                  container  container_worker:1 on node-of-worker
                  the last lines of its error output:
                    ValueError: no
                    bye""",
                outcome.message());
    }

    @Test
    void longLastWordsAreCutSoThatYarnKeepsTheOutcome() {
        ExitReason endless = ExitReason.ofProcess(1, Collections.nCopies(20, "x".repeat(8_000)));

        Job job = after(running(), new TaskExited(runner(WORKER_1), endless));

        String diagnostics = job.outcome().orElseThrow().diagnostics();
        assertTrue(diagnostics.startsWith("worker:1 failed with exit code 1."), diagnostics);
        assertTrue(diagnostics.length() < 10_000, () -> diagnostics.length() + " characters");
    }

    @Test
    void figuresOfAFailureStandBeforeTheAdvice() {
        ExitReason killed = ExitReason.of(Kind.MEMORY_EXCEEDED, "used too much memory", "--worker-memory 5g")
                .withFigures("limit      4096 MiB    used  4310 MiB");

        Job job = after(running(), new ContainerEnded(container(WORKER_1).id(), killed));

        assertEquals(
                Optional.of(
                        new Outcome(
                                ExitCode.JOB_FAILED,
                                """
                        worker:1 used too much memory.
                          container  container_worker:1 on node-of-worker
                          limit      4096 MiB    used  4310 MiB
                          try        --worker-memory 5g""")),
                job.outcome());
    }

    @Test
    void taskWhoseNodeIsNotPreparedEndsTheJobWithThatCode() {
        ExitReason old = ExitReason.of(Kind.NOT_PREPARED, "has an old Java")
                .withErrorTail(List.of("node7 has no Java.", "  found  11"));

        Job job = after(allocated(), new ContainerEnded(container(WORKER_1).id(), old));

        assertEquals(
                Optional.of(
                        new Outcome(
                                ExitCode.NOT_PREPARED,
                                """
                        worker:1 has an old Java.
                          container  container_worker:1 on node-of-worker
                          the last lines of its error output:
                            node7 has no Java.
                              found  11""")),
                job.outcome());
    }

    @Test
    void repeatedExitOfATaskCountsOnce() {
        Job job = after(running(), new TaskExited(runner(WORKER_0), OK), new TaskExited(runner(WORKER_0), OK));

        assertEquals(Phase.RUNNING, job.phase());
        assertEquals(1, job.roster().ended());
    }

    @Test
    void firstVerdictStands() {
        Job failed = after(running(), new TaskExited(runner(WORKER_1), EXIT_3));

        Job job = after(failed, new KillRequested("late"), new TaskExited(runner(WORKER_0), OK));

        assertEquals(ExitCode.JOB_FAILED, job.outcome().orElseThrow().code());
    }

    @Test
    void containerThatEndsAfterItsTaskSucceededHarmsNothing() {
        Job job = after(
                running(),
                new TaskExited(runner(WORKER_0), OK),
                new ContainerEnded(container(WORKER_0).id(), ExitReason.of(Kind.NODE_LOST, "was lost")));

        assertEquals(Phase.RUNNING, job.phase());
    }

    @Test
    void killBeforeAnyContainerCameEndsAtOnce() {
        Step step = JobMachine.step(gathering(), new KillRequested("by a test"));

        assertTrue(step.next().isDone());
        assertEquals(new CancelRequests(), step.actions().get(0));
        FinishApplication finish =
                assertInstanceOf(FinishApplication.class, step.actions().get(1));
        assertEquals(new Outcome(ExitCode.KILLED, "the job was killed: by a test"), finish.outcome());
    }

    @Test
    void runnerThatComesWhileStoppingIsToldToStop() {
        Job stopping = after(running(), new KillRequested("x"));

        Step registered = JobMachine.step(stopping, registered(WORKER_0));
        Step attached = JobMachine.step(registered.next(), new RunnerAttached(runner(WORKER_0)));

        assertEquals(List.of(new AcceptRunner(7, WORKER_0)), registered.actions());
        assertEquals(List.of(new StopRunner(container(WORKER_0).id(), "the job is ending")), attached.actions());
    }

    @Test
    void containersWithoutARunnerAreStoppedByTheirNode() {
        Step step = JobMachine.step(after(allocated(), registered(PS_0)), new KillRequested("x"));

        assertInstanceOf(StopRunner.class, step.actions().get(1));
        assertEquals(new StopContainer(container(WORKER_0)), step.actions().get(2));
    }

    @Test
    void containerThatComesWhileStoppingIsReleased() {
        Job stopping = after(after(allocated(), registered(PS_0)), new KillRequested("x"));

        Step step = JobMachine.step(stopping, new ContainerAllocated(Role.WORKER, new Container("c9", "n")));

        assertEquals(List.of(new ReleaseContainer("c9")), step.actions());
    }

    @Test
    void runnersThatDoNotStopAreStoppedByTheirNodesOnceAndThenLeft() {
        Duration grace = spec().limits().stopGrace().plus(Ending.STOP_MARGIN);
        Job stopping = after(running(), new KillRequested("x"));

        Step early = JobMachine.step(stopping, new Ticked(START.plus(grace).minusMillis(1)));
        Step due = JobMachine.step(early.next(), new Ticked(START.plus(grace)));
        Step again = JobMachine.step(due.next(), new Ticked(START.plus(grace).plusMillis(500)));
        Step last = JobMachine.step(again.next(), new Ticked(START.plus(grace).plus(Ending.NODE_MARGIN)));

        assertEquals(List.of(), early.actions());
        assertEquals(3, due.actions().size());
        assertEquals(new StopContainer(container(PS_0)), due.actions().get(0));
        assertEquals(List.of(), again.actions());
        assertInstanceOf(FinishApplication.class, last.actions().get(0));
    }

    @Test
    void dismissedMasterGoesWithoutTouchingAnything() {
        Step step = JobMachine.step(running(), new MasterDismissed());

        assertTrue(step.next().isDone());
        assertEquals(List.of(), step.actions());
        assertFalse(step.next().outcome().isPresent());
    }

    @Test
    void brokenClusterEndsTheJobWithWhatItSaid() {
        Job job = after(running(), new ClusterFailed("connection reset"));

        assertEquals(ExitCode.CLUSTER_FAILED, job.outcome().orElseThrow().code());
        assertTrue(job.outcome().orElseThrow().message().contains("connection reset"));
    }

    @Test
    void jobThatCannotRunHereEndsAtOnceWithWhatIsMissing() {
        Step step = JobMachine.step(gathering(), new PreparationFailed("no docker here"));

        assertTrue(step.next().isDone());
        assertEquals(
                Optional.of(new Outcome(ExitCode.NOT_PREPARED, "no docker here")),
                step.next().outcome());
    }
}
