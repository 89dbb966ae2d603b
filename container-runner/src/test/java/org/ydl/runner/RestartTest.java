package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_EXITED;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;
import static org.ydl.runner.RunnerFixture.serving;
import static org.ydl.runner.RunnerFixture.shell;

import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskPlan;

/** A task that is run once more, and a cluster that is formed anew. */
@Timeout(60)
class RestartTest {
    /** Dies by a signal, but for its third attempt. */
    private static final String DIES_TWICE =
            "echo attempt $YDL_ATTEMPT; [ $YDL_ATTEMPT -lt 2 ] || exec sleep 600; kill -KILL $$";

    private static final String SLEEPS = "echo pid $YDL_ATTEMPT $$; exec sleep 600";

    @Test
    void aProcessIsRunOnceMoreBesideTheSameServer() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(DIES_TWICE)).startAll()) {
            assertEquals(137, fixture.master.awaitExit(0).getExitCode());
            fixture.master.rerun(1);
            assertEquals(137, fixture.master.awaitExit(1).getExitCode());
            fixture.master.rerun(2);

            fixture.master.awaitLine("attempt 2");
            fixture.master.awaitMessage(
                    "that the third attempt runs",
                    message -> message.getRunner().getAttempt() == 2
                            && message.getHeartbeat().getActivity() == RUNNER_ACTIVITY_RUNNING_JOB);
            assertEquals(1, fixture.tensorFlow.starts());
            assertEquals(
                    1,
                    lines(fixture).stream()
                            .map(line -> line.getOutput().getRun())
                            .distinct()
                            .count());
            assertEquals(
                    List.of(1L, 2L, 3L),
                    lines(fixture).stream()
                            .map(line -> line.getOutput().getNumber())
                            .toList());
        }
    }

    @Test
    void theExitOfAFormerAttemptIsNotSaidAgain() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(DIES_TWICE)).startAll()) {
            fixture.master.awaitExit(0);
            fixture.master.rerun(2);
            fixture.master.awaitLine("attempt 2");

            fixture.master.breakStream(Status.UNAVAILABLE);
            fixture.master.awaitAttached(2);
            fixture.master.awaitMore(2);

            assertEquals(2, fixture.master.awaitRegistration(2).getRunner().getAttempt());
            assertEquals(1, exits(fixture));
            assertEquals(2, fixture.notes.read().orElseThrow().attempt());
        }
    }

    @Test
    void anAttemptThatHasBegunDoesNotBeginAgain() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(DIES_TWICE)).startAll()) {
            fixture.master.awaitExit(0);
            fixture.master.rerun(2);
            fixture.master.awaitLine("attempt 2");

            fixture.master.rerun(2);
            fixture.master.rerun(1);
            fixture.master.awaitMore(2);

            assertEquals(2, lines(fixture).size());
        }
    }

    @Test
    void aProcessThatStillRunsGivesWayToItsNextAttemptAndIsNotReported() throws Exception {
        TaskPlan.Builder plan = shell(SLEEPS).setServer(ServerOwner.SERVER_OWNER_SCRIPT);
        try (RunnerFixture fixture = new RunnerFixture(plan).startAll()) {
            long former = Long.parseLong(fixture.master.awaitLine("pid 0 "));

            fixture.master.rerun(1);

            fixture.master.awaitLine("pid 1 ");
            assertFalse(Processes.isAlive(former));
            assertFalse(fixture.isPortFree(), "the port is kept for the next one");
            assertEquals(0, exits(fixture));
        }
    }

    @Test
    void aTaskThatHasNotBegunStartsAsTheAttemptItWasToldOf() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS))) {
            fixture.startMaster().startRunner();
            fixture.master.awaitAttached(1);

            fixture.master.rerun(4);
            fixture.master.send(fixture.spec(1));

            fixture.master.awaitLine("pid 4 ");
        }
    }

    @Test
    void aTaskWithoutProcessGoesOnServingAsTheNextAttempt() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startAll()) {
            fixture.master.awaitActivity(RUNNER_ACTIVITY_SERVING);

            fixture.master.rerun(1);

            fixture.master.awaitMessage(
                    "that it serves",
                    message -> message.getRunner().getAttempt() == 1
                            && message.getHeartbeat().getActivity() == RUNNER_ACTIVITY_SERVING);
        }
    }

    @Test
    void aServerThatFailedFailsTheNextAttemptToo() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("echo never"))) {
            fixture.tensorFlow.failWith("no usable libtensorflow");
            fixture.startAll();
            fixture.master.awaitExit(0);

            fixture.master.rerun(1);

            assertTrue(fixture.master.awaitExit(1).getRunnerError().contains("no usable libtensorflow"));
        }
    }

    @Test
    void aClusterFormedAnewEndsTheRunnerAndTheEndOfItsProcessIsNoExitOfTheTask() throws Exception {
        String script = "trap 'echo saved; exit 0' TERM; echo ready; while :; do sleep 0.05; done";
        try (RunnerFixture fixture = new RunnerFixture(shell(script)).startAll()) {
            fixture.master.awaitLine("ready");

            fixture.master.reform(2);

            assertEquals(RunnerExit.NEW_GENERATION, fixture.awaitEnd());
            fixture.master.awaitLine("saved");
            assertEquals(0, exits(fixture));
            assertTrue(fixture.master.messages().stream()
                    .allMatch(message -> message.getRunner().getGeneration() <= 1));
        }
    }

    @Test
    void aRunnerWhoseProcessHasEndedIsFormedAnewToo() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("exit 0")).startAll()) {
            fixture.master.awaitActivity(RUNNER_ACTIVITY_EXITED);

            fixture.master.reform(2);

            assertEquals(RunnerExit.NEW_GENERATION, fixture.awaitEnd());
        }
    }

    @Test
    void whoMissedThatTheClusterIsFormedAnewLearnsItFromTheNextSpec() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("sleep 600")).startAll()) {
            fixture.master.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);

            fixture.master.send(fixture.spec(1));
            fixture.master.send(fixture.spec(2));

            assertEquals(RunnerExit.NEW_GENERATION, fixture.awaitEnd());
            assertEquals(0, exits(fixture));
        }
    }

    @Test
    void aRunnerThatHasTheGenerationOrNoneAtAllGoesOn() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell(SLEEPS))) {
            fixture.startMaster().startRunner();
            fixture.master.awaitAttached(1);
            fixture.master.reform(2);
            fixture.master.send(fixture.spec(2));
            long pid = Long.parseLong(fixture.master.awaitLine("pid 0 "));

            fixture.master.reform(1);
            fixture.master.reform(2);
            fixture.master.awaitMore(3);

            assertTrue(Processes.isAlive(pid));
            assertFalse(fixture.hasEnded());
        }
    }

    private static List<RunnerMessage> lines(RunnerFixture fixture) {
        return fixture.master.messages().stream()
                .filter(message -> message.getOutput().getChannel() == OutputChannel.OUTPUT_CHANNEL_STDOUT)
                .toList();
    }

    private static long exits(RunnerFixture fixture) {
        return fixture.master.messages().stream().filter(RunnerMessage::hasExit).count();
    }
}
