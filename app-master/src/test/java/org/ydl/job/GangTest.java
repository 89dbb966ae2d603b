package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.APP;
import static org.ydl.job.JobFixture.PS_0;
import static org.ydl.job.JobFixture.START;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.gathering;
import static org.ydl.job.JobFixture.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.Role;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.ReleaseContainer;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.Ticked;

class GangTest {
    private static final Instant IN_VAIN = START.plus(spec().limits().hold());

    @Test
    void containersThatAreHeldInVainAreGivenBackForAWhile() {
        Step step = heldInVain();

        assertEquals(new CancelRequests(), step.actions().get(0));
        assertEquals(new StopContainer(container(PS_0)), step.actions().get(1));
        assertTrue(
                assertInstanceOf(TellWatchers.class, step.actions().get(2))
                        .notice()
                        .startsWith("the cluster gave 1 of 3 containers and no more: giving them back"),
                step::toString);
        assertEquals(0, step.next().roster().allocated());
    }

    @Test
    void whatComesDuringThePauseIsReleased() {
        Step step = JobMachine.step(
                heldInVain().next(), new ContainerAllocated(Role.WORKER, new Container("late", "node")));

        assertEquals(List.of(new ReleaseContainer("late")), step.actions());
    }

    @Test
    void allAreAskedForAgainAfterThePause() {
        Job paused = heldInVain().next();
        Instant over = paused.gathering().paused().orElseThrow();

        Step early = JobMachine.step(paused, new Ticked(over.minusMillis(1)));
        Step step = JobMachine.step(early.next(), new Ticked(over));

        assertEquals(List.of(), early.actions());
        assertEquals(
                List.of(
                        new RequestContainers(Role.PS, spec().roles().get(Role.PS), 1, Optional.empty()),
                        new RequestContainers(Role.WORKER, spec().roles().get(Role.WORKER), 2, Optional.empty())),
                step.actions());
    }

    @Test
    void aContainerThatComesGivesTheOthersMoreTime() {
        Job waiting = after(
                gathering(),
                new ContainerAllocated(Role.PS, container(PS_0)),
                new Ticked(START.plusSeconds(5)),
                new ContainerAllocated(Role.WORKER, new Container("c1", "node")));

        Job job = tickTo(waiting, IN_VAIN.plusSeconds(4));

        assertEquals(2, job.roster().allocated());
    }

    @Test
    void pausesDifferFromJobToJobAndGrow() {
        Gathering gathering = Gathering.from(START);
        Duration one = pause(gathering.pausing(APP, START));
        Duration other = pause(gathering.pausing("application_1_0002", START));
        Duration latest = pause(new Gathering(START, START, 0, 20, Optional.empty()).pausing(APP, START));

        assertNotEquals(one, other);
        assertTrue(one.compareTo(Duration.ofSeconds(15)) < 0, one::toString);
        assertTrue(latest.compareTo(Duration.ofSeconds(65)) < 0, latest::toString);
    }

    private static Duration pause(Gathering paused) {
        return Duration.between(START, paused.paused().orElseThrow());
    }

    private static Step heldInVain() {
        Job job = after(gathering(), new ContainerAllocated(Role.PS, container(PS_0)));
        return JobMachine.step(tickTo(job, IN_VAIN.minusMillis(1)), new Ticked(IN_VAIN));
    }

    private static Job tickTo(Job job, Instant end) {
        for (Instant now = START; now.isBefore(end); now = now.plusSeconds(1)) {
            job = after(job, new Ticked(now));
        }
        return after(job, new Ticked(end));
    }
}
