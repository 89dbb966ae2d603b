package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_EXITED;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.runner.RunnerFixture.millis;
import static org.ydl.runner.RunnerFixture.place;
import static org.ydl.runner.RunnerFixture.serving;
import static org.ydl.runner.RunnerFixture.shell;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RunnerIdentity;

/** A runner whose application master is replaced by a later one. */
@Timeout(60)
class AdoptionTest {
    private static final String SLEEPS = "echo pid $$; exec sleep 600";

    @Test
    void theProcessGoesOnUnderALaterMaster() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS)).startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));
            fixture.stopMaster();
            FakeMaster second = fixture.startAnother(2);

            RunnerIdentity answer = fixture.adopt(2);

            RegisterRequest request = second.awaitRegistration(1);
            assertEquals(answer, request.getRunner());
            assertEquals(1, request.getRunner().getGeneration());
            assertEquals(fixture.container, request.getRunner().getContainerId());
            assertEquals(fixture.port(), request.getPort());
            assertEquals(RunnerFixture.CONTROL_PORT, request.getControlPort());
            second.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);
            assertTrue(Processes.isAlive(pid));
            second.stop();
            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
            assertEquals(143, second.awaitExit().getExitCode());
        }
    }

    @Test
    void theLaterMasterIsToldOfAnExitThatTheFormerMayHaveTakenAlong() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("exit 3")).startAll()) {
            fixture.master.awaitExit();
            FakeMaster second = fixture.startAnother(2);

            fixture.adopt(2);

            assertEquals(3, second.awaitExit().getExitCode());
            second.awaitActivity(RUNNER_ACTIVITY_EXITED);
        }
    }

    @Test
    void aFormerMasterThatStillLivesIsLeftAndDoesNoHarm() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS)).startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));
            FakeMaster second = fixture.startAnother(2);

            fixture.adopt(2);

            fixture.master.awaitLeft();
            second.awaitAttached(1);
            fixture.master.stop();
            fixture.master.refuse(Status.FAILED_PRECONDITION);
            second.breakStream(Status.UNAVAILABLE);
            second.awaitAttached(2);
            second.awaitMore(3);
            assertTrue(Processes.isAlive(pid));
            assertFalse(fixture.hasEnded());
        }
    }

    @Test
    void aLaterMasterThatIsNotThereYetIsAwaited() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS)).startAll()) {
            fixture.master.awaitLine("pid ");
            fixture.adopt(2);
            fixture.master.awaitLeft();

            FakeMaster second = fixture.startAnother(2);

            second.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);
        }
    }

    @Test
    void theThirdMasterIsTheLast() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS)).startAll()) {
            fixture.master.awaitLine("pid ");
            FakeMaster third = fixture.startAnother(3);
            fixture.adopt(2);
            fixture.adopt(3);
            third.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);

            Status late = refusal(() -> fixture.adopt(2));

            assertEquals(Status.Code.FAILED_PRECONDITION, late.getCode());
            assertTrue(late.getDescription().contains("obeys application attempt 3 at master:3"), late::toString);
            assertEquals(place(3), fixture.notes.read().orElseThrow().master());
        }
    }

    @Test
    void toBeToldOfTheSameMasterAgainChangesNothing() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startAll()) {
            FakeMaster second = fixture.startAnother(2);
            fixture.adopt(2);
            second.awaitAttached(1);

            RunnerIdentity answer = fixture.adopt(2);

            assertEquals(fixture.container, answer.getContainerId());
            second.awaitMore(2);
            assertEquals(1, second.registrations());
        }
    }

    @Test
    void whoMeansAnotherContainerOrCannotBeReachedIsRefused() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startAll()) {
            assertEquals(
                    Status.Code.NOT_FOUND,
                    refusal(() -> fixture.adopt("container_of_another", 2, "master", 2))
                            .getCode());
            assertEquals(
                    Status.Code.FAILED_PRECONDITION,
                    refusal(() -> fixture.adopt(fixture.container, 1, "impostor", 1))
                            .getCode());
            assertEquals(
                    Status.Code.INVALID_ARGUMENT,
                    refusal(() -> fixture.adopt(fixture.container, 2, "", 0)).getCode());

            fixture.master.awaitMore(2);
            assertFalse(fixture.hasEnded());
        }
    }

    @Test
    void aRunnerThatWasStartedAnewBeginsWithTheMasterItHasNotedAndObeysNoEarlierOne() throws Exception {
        Notes known = new Notes(place(2), 2, Duration.ofSeconds(20), 1, RunnerFixture.CONTROL_PORT);
        try (RunnerFixture fixture = new RunnerFixture(RunnerFixture.TASK, shell(SLEEPS), known)) {
            FakeMaster second = fixture.startAnother(2);
            second.become(1);
            fixture.startMaster().startRunner();
            second.awaitRegistration(2);

            second.become(2);

            second.awaitAttached(1);
            RunnerIdentity identity = second.awaitRegistration(1).getRunner();
            assertEquals(1, identity.getAttempt());
            assertEquals(0, identity.getGeneration());
            assertEquals(0, fixture.master.registrations());
        }
    }

    @Test
    void whatIsNotedIsHowThingsStand() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startAll()) {
            fixture.master.awaitAttached(1);

            assertEquals(
                    new Notes(place(1), 1, Duration.ofSeconds(20), 0, RunnerFixture.CONTROL_PORT),
                    fixture.notes.read().orElseThrow());
        }
    }

    @Test
    void aStrangerAtThePlaceOfTheMasterThatIsGoneIsNoMaster() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS)).startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));

            fixture.master.refuse(Status.UNIMPLEMENTED);
            fixture.master.breakStream(Status.UNAVAILABLE);
            fixture.master.awaitRegistration(3);

            assertTrue(Processes.isAlive(pid));
            FakeMaster second = fixture.startAnother(2);
            fixture.adopt(2);
            second.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);
        }
    }

    @Test
    void aRunnerThatNoMasterTakesOverEndsInTime() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS).setMasterLostLimit(millis(500))).startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));

            fixture.adopt(2);

            assertEquals(RunnerExit.MASTER_LOST, fixture.awaitEnd());
            assertFalse(Processes.isAlive(pid));
        }
    }

    private static Status refusal(Executable call) {
        return assertThrows(StatusRuntimeException.class, call).getStatus();
    }
}
