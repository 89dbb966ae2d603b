package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.PS_0;
import static org.ydl.job.JobFixture.START;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.WORKER_1;
import static org.ydl.job.JobFixture.address;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.allocated;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.control;
import static org.ydl.job.JobFixture.registered;
import static org.ydl.job.JobFixture.running;
import static org.ydl.job.JobFixture.spec;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.AdoptRunner;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobAction.SendSpec;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainersSurvived;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.Ticked;

class RecoveryTest {
    private static final Instant LATER = START.plusSeconds(30);

    @Test
    void runnersThatHadRegisteredAreAdoptedAndTheJobRunsOn() {
        Step step = JobMachine.recover(running(), 2, LATER);

        assertEquals(Phase.RUNNING, step.next().phase());
        assertEquals(2, step.next().amAttempt());
        assertEquals(
                Stream.of(PS_0, WORKER_0, WORKER_1)
                        .map(task -> new AdoptRunner(container(task).id(), control(task)))
                        .toList(),
                step.actions().subList(0, 3));
    }

    @Test
    void adoptedRunnerGetsTheSpecItHasAndIsNotDisturbed() {
        Job job = JobMachine.recover(running(), 2, LATER).next();
        RunnerId runner = new RunnerId(container(WORKER_0).id(), WORKER_0, 0, 1);

        Step registered = JobMachine.step(job, new RunnerRegistered(3, runner, address(WORKER_0), control(WORKER_0)));
        Step attached = JobMachine.step(registered.next(), new RunnerAttached(runner));

        assertEquals(List.of(new AcceptRunner(3, WORKER_0)), registered.actions());
        assertEquals(List.of(new SendSpec(runner.container(), job.cluster().orElseThrow())), attached.actions());
        assertEquals(1, attached.next().generation());
    }

    @Test
    void containerWhoseRunnerHadNotRegisteredIsStoppedAndReplaced() {
        Step step = JobMachine.recover(after(allocated(), registered(PS_0)), 2, LATER);

        assertTrue(step.actions().contains(new StopContainer(container(WORKER_0))), step::toString);
        assertEquals(2, step.next().roster().waiting().size());
        assertEquals(1, step.next().roster().task(WORKER_0).attempt());
    }

    @Test
    void runnerThatIsNotFoundInTimeIsReplacedWithoutBeingCharged() {
        Job job = JobMachine.recover(running(), 2, LATER).next();
        for (TaskId task : List.of(PS_0, WORKER_0)) {
            job = after(job, registered(task));
        }
        Instant limit = LATER.plus(spec().limits().adoption());
        for (Instant now = LATER; now.isBefore(limit); now = now.plusSeconds(1)) {
            job = after(job, registered(PS_0), registered(WORKER_0), new Ticked(now));
        }

        Step step = JobMachine.step(job, new Ticked(limit));

        assertTrue(step.actions().contains(new StopContainer(container(WORKER_1))), step::toString);
        assertTrue(step.next().roster().task(WORKER_1).isWaiting());
        assertEquals(List.of(), step.next().roster().task(WORKER_1).charged());
    }

    @Test
    void runnerThatCameInTimeToStartAnewIsNotLostBeforeItIsToldTo() {
        Job anew =
                after(running(), new ContainerEnded(container(PS_0).id(), ExitReason.of(Kind.NODE_LOST, "was lost")));
        Job job = JobMachine.recover(anew, 2, LATER).next();
        Instant limit = LATER.plus(spec().limits().adoption());
        for (Instant now = LATER; now.isBefore(limit); now = now.plusSeconds(1)) {
            job = after(job, new Ticked(now));
        }
        RunnerId former = new RunnerId(container(WORKER_0).id(), WORKER_0, 0, 1);

        Step accepted = JobMachine.step(job, new RunnerRegistered(3, former, address(WORKER_0), control(WORKER_0)));
        Job later = after(accepted.next(), new Ticked(limit));

        assertEquals(List.of(new AcceptRunner(3, WORKER_0)), accepted.actions());
        assertEquals(
                Optional.of(container(WORKER_0)), later.roster().task(WORKER_0).container());
        assertTrue(later.roster().task(WORKER_1).isWaiting());
    }

    @Test
    void survivorsThatNoTaskHasAreStopped() {
        Job job = JobMachine.recover(running(), 2, LATER).next();
        Container stray = new Container("stray", "node");

        Step step = JobMachine.step(job, new ContainersSurvived(List.of(container(PS_0), stray)));

        assertEquals(List.of(new StopContainer(stray)), step.actions());
    }

    @Test
    void jobThatWasEndingEndsAsItWould() {
        Job stopping = after(running(), new KillRequested("by someone"));

        Step step = JobMachine.recover(stopping, 2, LATER);
        Job nothingLeft = step.next();
        for (TaskId task : spec().tasks()) {
            nothingLeft = after(nothingLeft, new ContainerEnded(container(task).id(), ExitReason.stopped()));
        }

        assertEquals(
                3,
                step.actions().stream().filter(StopContainer.class::isInstance).count());
        assertEquals(stopping.outcome(), nothingLeft.outcome());
        assertTrue(nothingLeft.isDone());
    }

    @Test
    void jobThatHadEndedIsOnlyToldAgain() {
        Job done = after(JobFixture.gathering(), new KillRequested("by someone"));

        Step step = JobMachine.recover(done, 2, LATER);

        assertInstanceOf(FinishApplication.class, step.actions().get(0));
    }
}
