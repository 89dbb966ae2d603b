package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
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
import static org.ydl.job.JobFixture.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;

class DeadlinesTest {
    @Test
    void missingContainersEndTheJobAtTheAllocationLimitWithTheNumbers() {
        Job one = after(gathering(), new ContainerAllocated(Role.PS, container(PS_0)), registered(PS_0));

        Outcome outcome = outcomeAt(one, spec().limits().allocation());

        assertEquals(ExitCode.CLUSTER_FAILED, outcome.code());
        assertTrue(outcome.message().startsWith("the cluster gave 1 of 3 containers within 10m."), outcome.message());
        assertTrue(outcome.message().contains("2 worker of 1024 MiB"), outcome.message());
    }

    @Test
    void missingRunnersEndTheJobAndAreNamedWithWhatTheyDid() {
        Job job = after(
                allocated(),
                registered(PS_0),
                new ContainerStarted(container(WORKER_1).id()));

        Outcome outcome = outcomeAt(job, spec().limits().registration());

        assertTrue(outcome.message().startsWith("2 tasks have not registered within 5m"), outcome.message());
        assertTrue(outcome.message().contains("worker:0  launching its container"), outcome.message());
        assertTrue(outcome.message().contains("worker:1  starting its runner"), outcome.message());
    }

    @Test
    void silentRunnerEndsTheJobAndIsNamed() {
        Instant limit = START.plus(spec().limits().heartbeat());
        Job job = tickTo(running(), limit.minusSeconds(1));
        Job spoke = after(job, new RunnerHeard(runner(PS_0), "serving"), new RunnerHeard(runner(WORKER_0), "running"));

        Job ended = tickTo(spoke, limit);

        Outcome outcome = ended.outcome().orElseThrow();
        assertEquals(ExitCode.CLUSTER_FAILED, outcome.code());
        assertTrue(outcome.message().startsWith("worker:1 has not been heard of for 60 s."), outcome.message());
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
