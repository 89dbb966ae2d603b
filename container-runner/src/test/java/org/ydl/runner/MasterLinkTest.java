package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_STOPPING;
import static org.ydl.runner.RunnerFixture.millis;
import static org.ydl.runner.RunnerFixture.place;
import static org.ydl.runner.RunnerFixture.serving;
import static org.ydl.runner.RunnerFixture.shell;

import io.grpc.Status;
import java.nio.file.InvalidPathException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RoleAddresses;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.TaskOutput;

@Timeout(60)
class MasterLinkTest {
    @Test
    void registersOnceTheMasterIsThere() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startRunner()) {
            fixture.startMaster();

            fixture.master.awaitAttached(1);
        }
    }

    @Test
    void aRunnerThatIsRefusedEnds() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving())) {
            fixture.master.refuse(Status.FAILED_PRECONDITION.withDescription("worker:1 has another container"));
            fixture.startMaster().startRunner();

            assertEquals(RunnerExit.REFUSED, fixture.awaitEnd());
        }
    }

    @Test
    void aRunnerThatIsRefusedLaterKillsItsProcessAtOnce() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("trap '' TERM; echo pid $$; while :; do sleep 1; done")
                        .setStopGrace(millis(600_000)))
                .startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));

            fixture.master.breakStream(Status.FAILED_PRECONDITION.withDescription("attempt 1 runs elsewhere"));

            assertEquals(RunnerExit.REFUSED, fixture.awaitEnd());
            assertFalse(Processes.isAlive(pid));
        }
    }

    @Test
    void heartbeatsGoOn() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startAll()) {
            fixture.master.awaitActivity(RUNNER_ACTIVITY_SERVING);
            int heard = fixture.master.messages().size();

            fixture.master.awaitMessage(
                    "two more heartbeats", any -> fixture.master.messages().size() >= heard + 2);
        }
    }

    @Test
    void aBrokenStreamIsMendedAndTheExitSentAgain() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("exit 3")).startAll()) {
            fixture.master.awaitExit();

            fixture.master.breakStream(Status.UNAVAILABLE);
            fixture.master.awaitAttached(2);

            fixture.master.awaitMessage("a second exit", any -> exits(fixture) == 2);
            assertEquals(1, fixture.master.awaitRegistration(2).getRunner().getGeneration());
        }
    }

    @Test
    void theProcessGoesOnWhileTheMasterIsAway() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("echo pid $$; exec sleep 600")).startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));

            fixture.stopMaster();
            fixture.startMaster();
            fixture.master.awaitAttached(2);

            assertTrue(Processes.isAlive(pid));
            fixture.master.stop();
            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
        }
    }

    @Test
    void withoutAMasterForTooLongTheProcessIsKilledAndAllItStarted() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(Processes.STARTS_HIDDEN + "echo pid $$; exec sleep 600")
                        .setMasterLostLimit(millis(500)))
                .startAll()) {
            long pid = Long.parseLong(fixture.master.awaitLine("pid "));
            long hidden = Long.parseLong(fixture.master.awaitLine("hidden "));

            fixture.stopMaster();

            assertEquals(RunnerExit.MASTER_LOST, fixture.awaitEnd());
            assertFalse(Processes.isAlive(pid));
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void aRunnerThatNeverReachesItsMasterEndsInTime() throws Exception {
        Notes known = new Notes(place(1), 0, Duration.ofMillis(300), 0, 0);
        try (RunnerFixture fixture = new RunnerFixture(RunnerFixture.TASK, serving(), known).startRunner()) {
            assertEquals(RunnerExit.MASTER_UNREACHABLE, fixture.awaitEnd());
        }
    }

    @Test
    void aCommandOfAnOlderAttemptIsIgnored() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("exec sleep 600"))) {
            fixture.master.become(2);
            fixture.startAll();
            fixture.master.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);

            fixture.master.become(1);
            fixture.master.stop();
            int heard = fixture.master.messages().size();
            fixture.master.awaitMessage(
                    "heartbeats after the stop",
                    any -> fixture.master.messages().size() >= heard + 3);

            assertFalse(fixture.hasEnded());
        }
    }

    @Test
    void outputIsForwardedFromWhenItIsWantedAndTheLinesBeforeAreCounted() throws Exception {
        String script = "i=0; while :; do i=$((i+1)); echo line $i; sleep 0.02; done";
        try (RunnerFixture fixture = new RunnerFixture(shell(script).setForwardOutput(false)).startAll()) {
            fixture.awaitStdout("line 4\n"); // line 3 was counted, then

            fixture.master.wantOutput();

            TaskOutput first = fixture.master
                    .awaitMessage("a line", RunnerMessage::hasOutput)
                    .getOutput();
            assertEquals("line " + first.getNumber(), first.getLine());
            assertTrue(first.getNumber() > 3, first.getLine());
        }
    }

    @Test
    void aSlowMasterDoesNotHoldUpTheProcess() throws Exception {
        String script = "i=0; while [ $i -lt 40000 ]; do echo a line that is long enough to fill the buffer $i; "
                + "i=$((i+1)); done; echo done";
        try (RunnerFixture fixture = new RunnerFixture(shell("read x; " + script))) {
            fixture.startMaster().startRunner();
            fixture.master.awaitAttached(1);
            fixture.master.stopReading();
            fixture.master.send(fixture.spec(1));

            fixture.awaitStdout("done\n");
            fixture.master.goOnReading();

            fixture.master.awaitExit();
            fixture.master.awaitLine("done");
            assertTrue(
                    fixture.master.lines(OutputChannel.OUTPUT_CHANNEL_STDOUT).size() < 40_001, "the oldest gave way");
        }
    }

    @Test
    void aMasterThatReadsNothingOfAFloodStillGetsHeartbeatsAndObedience() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("while :; do echo flood; done")).startAll()) {
            fixture.master.awaitLine("flood");
            fixture.master.stopReading();
            fixture.awaitStdout("flood\n".repeat(1_000)); // more than the stream takes: the rest waits

            fixture.master.stop();

            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
            fixture.master.goOnReading();
            fixture.master.awaitHeartbeats(RUNNER_ACTIVITY_STOPPING, 5);
        }
    }

    @Test
    void aSpecThatMakesNoSenseIsAFault() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving())) {
            fixture.startMaster().startRunner();
            fixture.master.awaitAttached(1);

            fixture.master.send(ClusterSpec.newBuilder()
                    .addRoles(RoleAddresses.newBuilder().setName("cook"))
                    .build());

            assertInstanceOf(IllegalArgumentException.class, fixture.awaitFault());
        }
    }

    @Test
    void aPlanThatMakesNoSenseIsAFault() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving().setTfLibrary("no\0path"))) {
            fixture.startMaster().startRunner();

            assertInstanceOf(InvalidPathException.class, fixture.awaitFault());
        }
    }

    private static long exits(RunnerFixture fixture) {
        return fixture.master.messages().stream().filter(RunnerMessage::hasExit).count();
    }
}
