package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.OutputChannel.OUTPUT_CHANNEL_STDERR;
import static org.ydl.api.v1.OutputChannel.OUTPUT_CHANNEL_STDOUT;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_AWAITING_SPEC;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_EXITED;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_STOPPING;
import static org.ydl.runner.RunnerFixture.millis;
import static org.ydl.runner.RunnerFixture.serving;
import static org.ydl.runner.RunnerFixture.shell;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.api.TaskId;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskPlan;

@Timeout(60)
class TaskLifeTest {
    @Test
    void registersAndAttachesAndPreparesTheServer() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving().setPython("python3"))) {
            fixture.startMaster().startRunner();

            RegisterRequest request = fixture.master.awaitRegistration(1);
            assertEquals("localhost", request.getHost());
            assertEquals(fixture.port(), request.getPort());
            assertEquals(RunnerFixture.TASK.toMessage(), request.getRunner().getTask());
            fixture.master.awaitActivity(RUNNER_ACTIVITY_AWAITING_SPEC);
            assertEquals("python3", fixture.tensorFlow.awaitPrepared().python().orElseThrow());
        }
    }

    @Test
    void aTaskWithoutCommandServesUntilItIsStopped() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving()).startAll()) {
            fixture.master.awaitActivity(RUNNER_ACTIVITY_SERVING);
            assertFalse(fixture.hasEnded());

            fixture.master.stop();

            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
            fixture.master.awaitActivity(RUNNER_ACTIVITY_STOPPING);
        }
    }

    @Test
    void forwardsOutputInOrderAndThenTheExit() throws Exception {
        String script =
                "i=0; while [ $i -lt 500 ]; do echo line $i; i=$((i+1)); done; echo oops >&2; printf last; exit 3";
        try (RunnerFixture fixture = new RunnerFixture(shell(script)).startAll()) {
            TaskExit exit = fixture.master.awaitExit();

            assertEquals(3, exit.getExitCode());
            assertEquals("", exit.getRunnerError());
            assertEquals(List.of("oops"), exit.getErrorTailList());
            List<String> lines = fixture.master.lines(OUTPUT_CHANNEL_STDOUT);
            assertEquals(IntStream.range(0, 500).mapToObj(i -> "line " + i).toList(), lines.subList(0, 500));
            assertEquals("last", lines.get(500));
            assertEquals(List.of("oops"), fixture.master.lines(OUTPUT_CHANNEL_STDERR));
            assertTrue(fixture.stdout().endsWith("line 499\nlast"));
            assertEquals("oops\n", fixture.stderr());
            fixture.master.awaitActivity(RUNNER_ACTIVITY_EXITED);
            assertFalse(fixture.hasEnded(), "peers may still need the server");
        }
    }

    @Test
    void theExitCarriesTheLastLinesOfTheErrorOutput() throws Exception {
        String script = "i=0; while [ $i -lt 50 ]; do echo err $i >&2; i=$((i+1)); done; kill -9 $$";
        try (RunnerFixture fixture = new RunnerFixture(shell(script).setForwardOutput(false)).startAll()) {
            TaskExit exit = fixture.master.awaitExit();

            assertEquals(137, exit.getExitCode());
            assertEquals(IntStream.range(30, 50).mapToObj(i -> "err " + i).toList(), exit.getErrorTailList());
            assertTrue(fixture.master.messages().stream().noneMatch(RunnerMessage::hasOutput));
        }
    }

    @Test
    void theProcessSeesItsClusterAndEnvironment() throws Exception {
        String script = "echo env $TF_CONFIG $YDL_TARGET $YDL_PS_HOSTS $YDL_WORKER_HOSTS $YDL_NUM_PS $YDL_NUM_WORKERS"
                + " $YDL_ROLE $YDL_TASK_INDEX $YDL_GENERATION $YDL_APP_ID $YDL_AM $PYTHONUNBUFFERED $OWN"
                + " [$TF_GRPC_REUSE_PORT]; cat";
        try (RunnerFixture fixture = new RunnerFixture(shell(script).putEnvironment("OWN", "value")).startAll()) {
            String own = "localhost:" + fixture.port();

            assertEquals(
                    "{\"cluster\":{\"ps\":[\"ps-host:1111\"],\"worker\":[\"other-host:2222\",\"" + own
                            + "\"]},\"task\":{\"type\":\"worker\",\"index\":1}} grpc://" + own
                            + " ps-host:1111 other-host:2222," + own
                            + " 1 2 worker 1 1 application_1_0001 master:1 1 value []",
                    fixture.master.awaitLine("env "));
            assertEquals(0, fixture.master.awaitExit().getExitCode());
        }
    }

    @Test
    void aProcessThatMakesItsOwnServerHasThePortKeptForIt() throws Exception {
        TaskPlan.Builder plan = shell("echo \"env $TF_GRPC_REUSE_PORT [$YDL_TARGET] $TF_CONFIG\"; exec sleep 600")
                .setServer(ServerOwner.SERVER_OWNER_SCRIPT);
        try (RunnerFixture fixture = new RunnerFixture(plan).startAll()) {
            String seen = fixture.master.awaitLine("env ");

            assertTrue(seen.startsWith("1 [] {") && seen.contains("localhost:" + fixture.port()), seen);
            fixture.master.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);
            assertFalse(fixture.tensorFlow.wasUsed());
            assertFalse(fixture.isPortFree());
        }
    }

    @Test
    void thePortIsGivenUpWithTheProcessThatItWasKeptFor() throws Exception {
        try (RunnerFixture fixture =
                new RunnerFixture(shell("exit 3").setServer(ServerOwner.SERVER_OWNER_SCRIPT)).startAll()) {
            assertEquals(3, fixture.master.awaitExit().getExitCode());

            fixture.master.awaitActivity(RUNNER_ACTIVITY_EXITED);
            assertTrue(fixture.isPortFree());
        }
    }

    @Test
    void aTaskOutsideTheClusterRunsWithoutServerAndPort() throws Exception {
        TaskPlan.Builder plan = shell("echo \"env [$TF_GRPC_REUSE_PORT] [$YDL_TARGET] $TF_CONFIG\"; exec sleep 600")
                .setServer(ServerOwner.SERVER_OWNER_NOBODY);
        try (RunnerFixture fixture = new RunnerFixture(new TaskId(Role.EVALUATOR, 0), plan).startAll()) {
            String seen = fixture.master.awaitLine("env ");

            assertTrue(seen.startsWith("[] [] {"), seen);
            assertTrue(seen.endsWith("\"task\":{\"type\":\"evaluator\",\"index\":0}}"), seen);
            assertFalse(fixture.tensorFlow.wasUsed());
            assertTrue(fixture.isPortFree());
        }
    }

    @Test
    void aPlanWithNeitherServerNorCommandIsAFault() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving().setServer(ServerOwner.SERVER_OWNER_SCRIPT))) {
            fixture.startMaster().startRunner();

            assertInstanceOf(IllegalArgumentException.class, fixture.awaitFault());
        }
    }

    @Test
    void aSpecWithAnotherAddressIsARunnerErrorForMembers() throws Exception {
        TaskPlan.Builder plan = shell("echo never").setServer(ServerOwner.SERVER_OWNER_SCRIPT);
        try (RunnerFixture fixture = new RunnerFixture(new TaskId(Role.PS, 0), plan).startAll()) {
            String error = fixture.master.awaitExit().getRunnerError();

            assertTrue(error.contains("has ps:0 at ps-host:1111, but its runner is at localhost:"), error);
        }
    }

    @Test
    void placeholdersAreReplacedAndPythonIsTheJobsOwnAlsoInAShell(@TempDir Path temp) throws Exception {
        Path python = Files.createDirectories(temp.resolve("bin")).resolve("python");
        Files.writeString(python, "#!/bin/sh\necho \"$0 $@\"\n");
        Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwx------"));
        String relative = Path.of("").toAbsolutePath().relativize(python).toString();
        TaskPlan.Builder own = serving().setPython(relative).addAllCommand(List.of("python", "{task_index}/{num_ps}"));
        TaskPlan.Builder inShell = shell("cd /; python from shell").setPython(relative);

        try (RunnerFixture fixture = new RunnerFixture(own).startAll()) {
            assertEquals("1/1", fixture.master.awaitLine(Path.of(relative).toAbsolutePath() + " "));
        }
        try (RunnerFixture fixture = new RunnerFixture(inShell).startAll()) {
            assertEquals(
                    "from shell", fixture.master.awaitLine(Path.of(relative).toAbsolutePath() + " "));
        }
    }

    @Test
    void javaIsTheRunnersOwn() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(serving().addAllCommand(List.of("java", "-version")))) {
            fixture.startAll();

            assertEquals(0, fixture.master.awaitExit().getExitCode());
            assertTrue(fixture.stderr().contains("version \"" + System.getProperty("java.version")), fixture.stderr());
        }
    }

    @Test
    void aTreeThatIsNotThereIsARunnerError() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("echo never").setSourceTree("no-such-tree")).startAll()) {
            String error = fixture.master.awaitExit().getRunnerError();

            assertTrue(error.contains("--src") && error.contains("no-such-tree"), error);
        }
    }

    @Test
    void aProcessThatIgnoresSigtermIsKilledAfterTheGrace() throws Exception {
        String script = "trap '' TERM; echo ready; while :; do sleep 0.1; done";
        try (RunnerFixture fixture = new RunnerFixture(shell(script).setStopGrace(millis(300))).startAll()) {
            fixture.master.awaitLine("ready");

            fixture.master.stop();

            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
            assertEquals(137, fixture.master.awaitExit().getExitCode());
        }
    }

    @Test
    void aProcessMayUseItsGrace() throws Exception {
        String script = "trap 'echo saved; exit 9' TERM; echo ready; while :; do sleep 0.05; done";
        try (RunnerFixture fixture = new RunnerFixture(shell(script)).startAll()) {
            fixture.master.awaitLine("ready");

            fixture.master.stop();

            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
            assertEquals(9, fixture.master.awaitExit().getExitCode());
            fixture.master.awaitLine("saved");
        }
    }

    @Test
    void whatTheProcessLeftBehindIsKilledBeforeItsExitIsReported() throws Exception {
        String script = Processes.STARTS_HIDDEN + "sleep 600 & echo child $!; exit 4";
        try (RunnerFixture fixture = new RunnerFixture(shell(script)).startAll()) {
            assertEquals(4, fixture.master.awaitExit().getExitCode());

            assertFalse(Processes.isAlive(Long.parseLong(fixture.master.awaitLine("child "))));
            assertFalse(Processes.isAlive(Long.parseLong(fixture.master.awaitLine("hidden "))));
        }
    }

    @Test
    void aStopReachesProcessesInSessionsOfTheirOwn() throws Exception {
        String script = "(setsid sh -c 'trap \"\" TERM; echo hidden $$; while :; do sleep 1; done' &); echo main $$; "
                + "while :; do sleep 0.1; done";
        try (RunnerFixture fixture = new RunnerFixture(shell(script)).startAll()) {
            long hidden = Long.parseLong(fixture.master.awaitLine("hidden "));
            long main = Long.parseLong(fixture.master.awaitLine("main "));

            fixture.master.stop();

            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
            assertFalse(Processes.isAlive(hidden));
            assertFalse(Processes.isAlive(main));
        }
    }

    @Test
    void aThreadDumpSignalDoesNotEndTheProcess() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("kill -QUIT $$; echo still here")).startAll()) {
            fixture.master.awaitLine("still here");

            assertEquals(0, fixture.master.awaitExit().getExitCode());
        }
    }

    @Test
    void aCommandThatDoesNotExistIsARunnerError() throws Exception {
        try (RunnerFixture fixture =
                new RunnerFixture(serving().addCommand("no-such-python").addCommand("job.py")).startAll()) {
            TaskExit exit = fixture.master.awaitExit();

            assertTrue(exit.getRunnerError().contains("no executable program 'no-such-python'"), exit.getRunnerError());
            fixture.master.stop();
            assertEquals(RunnerExit.STOPPED, fixture.awaitEnd());
        }
    }

    @Test
    void aServerThatFailsIsARunnerError() throws Exception {
        try (RunnerFixture fixture = new RunnerFixture(shell("echo never"))) {
            fixture.tensorFlow.failWith("no usable libtensorflow");
            fixture.startAll();

            assertTrue(fixture.master.awaitExit().getRunnerError().contains("no usable libtensorflow"));
            assertEquals(List.of(), fixture.master.lines(OUTPUT_CHANNEL_STDOUT));
        }
    }
}
