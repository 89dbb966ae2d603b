package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.START;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.WORKER_1;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.restarting;
import static org.ydl.job.JobFixture.runner;
import static org.ydl.job.JobFixture.running;
import static org.ydl.job.JobFixture.spec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.RestartPolicy.When;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobAction.ExcludeNodes;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.RerunTask;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.NodesCounted;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;

class LossesTest {
    private static final ExitReason SIGNAL = ExitReason.ofProcess(137, List.of());
    private static final ExitReason EXIT_3 = ExitReason.ofProcess(3, List.of());
    private static final ExitReason PREEMPTED = ExitReason.of(Kind.PREEMPTED, "was preempted");
    private static final ExitReason PEER_LOST =
            ExitReason.ofProcess(1, List.of("UnavailableError: failed to connect to all addresses"));

    @Test
    void programThatASignalEndedRunsAgainWhereItIs() {
        Step step = JobMachine.step(running(), new TaskExited(runner(WORKER_1), SIGNAL));

        assertEquals(
                List.of(
                        new RerunTask(container(WORKER_1).id(), 1),
                        new TellWatchers("worker:1 was ended by signal 9 (exit code 137): running it again"
                                + " (restart 1 of 3)")),
                step.actions());
        assertEquals(Phase.RUNNING, step.next().phase());
        assertEquals(1, step.next().roster().task(WORKER_1).attempt());
    }

    @Test
    void exitOfAnAttemptThatIsOverCountsNoMore() {
        Job again = after(running(), new TaskExited(runner(WORKER_1), SIGNAL));

        Job job = after(again, new TaskExited(runner(WORKER_1), SIGNAL));

        assertEquals(1, job.roster().task(WORKER_1).attempt());
    }

    @Test
    void lostWorkerIsAskedForOnTheNodeItHadAndTheOthersGoOn() {
        Step step = JobMachine.step(running(), ended(WORKER_1, PREEMPTED));

        assertEquals(
                new RequestContainers(
                        Role.WORKER,
                        spec().roles().get(Role.WORKER),
                        1,
                        Optional.of(container(WORKER_1).host())),
                step.actions().get(0));
        assertEquals(Phase.RUNNING, step.next().phase());
        assertEquals(List.of(), step.next().roster().task(WORKER_1).charged());
    }

    @Test
    void replacementOnTheSameNodeIsToldThePortToTry() {
        Job lost = after(running(), ended(WORKER_1, PREEMPTED));

        Step step = JobMachine.step(
                lost,
                new ContainerAllocated(
                        Role.WORKER, new Container("c9", container(WORKER_1).host())));

        assertEquals(
                List.of(new JobAction.LaunchTask(
                        WORKER_1,
                        1,
                        new Container("c9", container(WORKER_1).host()),
                        Optional.of(JobFixture.address(WORKER_1).port()))),
                step.actions());
    }

    @Test
    void programsOwnFailureIsFinalUnlessAskedOtherwise() {
        Job failed = after(running(), new TaskExited(runner(WORKER_1), EXIT_3));
        Job again = after(running(restarting(When.ALWAYS, 3)), new TaskExited(runner(WORKER_1), EXIT_3));
        Job never = after(running(restarting(When.NEVER, 3)), ended(WORKER_1, PREEMPTED));

        assertEquals(ExitCode.JOB_FAILED, failed.outcome().orElseThrow().code());
        assertEquals(Optional.empty(), again.outcome());
        assertEquals(ExitCode.CLUSTER_FAILED, never.outcome().orElseThrow().code());
    }

    @Test
    void restartsBeyondTheBudgetFailTheJobAndSaySo() {
        Job job = running(restarting(When.FAILURE, 1));
        Job once = after(job, new TaskExited(runner(WORKER_1), SIGNAL));

        Outcome outcome = after(
                        once, new TaskExited(new RunnerId(container(WORKER_1).id(), WORKER_1, 1, 0), SIGNAL))
                .outcome()
                .orElseThrow();

        assertEquals(ExitCode.JOB_FAILED, outcome.code());
        assertTrue(
                outcome.message().contains("restarts   1 within 60m, as many as --max-restarts allows"),
                outcome::message);
    }

    @Test
    void restartsLongAgoAreForgotten() {
        Job once = after(running(restarting(When.FAILURE, 1)), new TaskExited(runner(WORKER_1), SIGNAL));

        int restarts = once.roster().task(WORKER_1).restarts(START.plus(Duration.ofHours(1)), Duration.ofHours(1));

        assertEquals(0, restarts);
    }

    @Test
    void programThatSeemsToHaveLostAPeerIsHeldUntilThatPeerIsFoundMissing() {
        Job held = after(running(), new TaskExited(runner(WORKER_0), PEER_LOST));

        Job anew = after(held, ended(WORKER_1, PREEMPTED));

        assertEquals(Phase.RUNNING, held.phase());
        assertEquals(Phase.GATHERING, anew.phase());
        assertEquals(2, anew.target());
    }

    @Test
    void programThatSeemsToHaveLostAPeerFailsWhenNobodyIsMissing() {
        Duration limit = spec().limits().heartbeat().plus(Losses.HOLD_MARGIN);
        Job job = after(running(), new TaskExited(runner(WORKER_0), PEER_LOST));
        for (Duration age = Duration.ZERO; age.compareTo(limit) < 0; age = age.plusSeconds(1)) {
            for (TaskId task : spec().tasks()) {
                job = after(job, new JobEvent.RunnerHeard(runner(task), "busy"));
            }
            job = after(job, new Ticked(START.plus(age)));
        }

        Outcome outcome = after(job, new Ticked(START.plus(limit))).outcome().orElseThrow();

        assertEquals(ExitCode.JOB_FAILED, outcome.code());
        assertTrue(outcome.message().startsWith("worker:0 failed with exit code 1."), outcome::message);
    }

    @Test
    void programThatFailsRightAfterAPeerWasLostBeginsAnewWithAllOthers() {
        Job lost = after(running(), ended(WORKER_1, PREEMPTED));

        Job anew = after(lost, new TaskExited(runner(WORKER_0), PEER_LOST));

        assertEquals(Phase.GATHERING, anew.phase());
    }

    @Test
    void nodeThatFailsTasksIsLeftAloneUnlessThatWouldBeTooMuchOfTheCluster() {
        ExitReason failed = ExitReason.of(Kind.DISK_FAILED, "was on a node whose disks failed");
        Job large = after(running(), new NodesCounted(3));
        Job small = after(running(), new NodesCounted(2));

        Step excluded = failing(large, failed);
        Step kept = failing(small, failed);

        ExcludeNodes action =
                new ExcludeNodes(new TreeSet<>(List.of(container(WORKER_1).host())));
        assertTrue(excluded.actions().contains(action), excluded::toString);
        assertTrue(kept.actions().stream().noneMatch(ExcludeNodes.class::isInstance), kept::toString);
    }

    @Test
    void excludedNodeIsTakenAgainAfterItsTime() {
        ExitReason failed = ExitReason.of(Kind.DISK_FAILED, "was on a node whose disks failed");
        Job excluded = failing(after(running(), new NodesCounted(3)), failed).next();

        Step step = JobMachine.step(excluded, new Ticked(START.plus(Nodes.MEMORY)));

        assertTrue(step.actions().contains(new ExcludeNodes(new TreeSet<>())), step::toString);
    }

    /** The third time that a worker fails on the same node. */
    private static Step failing(Job job, ExitReason reason) {
        String host = container(WORKER_1).host();
        Step step = JobMachine.step(job, ended(WORKER_1, reason));
        for (int i = 0; i < 2; i++) {
            Job given = after(step.next(), new ContainerAllocated(Role.WORKER, new Container("again" + i, host)));
            step = JobMachine.step(given, new ContainerEnded("again" + i, reason));
        }
        return step;
    }

    private static ContainerEnded ended(TaskId task, ExitReason reason) {
        return new ContainerEnded(container(task).id(), reason);
    }
}
