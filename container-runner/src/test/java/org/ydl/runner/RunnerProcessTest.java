package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskPlan;

/** The whole runner as a container starts it: script, JVM, gRPC over TCP, the real libtensorflow. */
@Timeout(120)
class RunnerProcessTest {
    private static final String LOOP = Processes.STARTS_HIDDEN + "echo main $$; exec sleep 600";

    @TempDir
    private Path work;

    @Test
    void servesAndRunsAndStops() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.shell("echo target $YDL_TARGET; exit 3"))) {
            int port = runner.seal();

            assertEquals("grpc://localhost:" + port, runner.master.awaitLine("target "));
            assertEquals(3, runner.master.awaitExit().getExitCode());
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("localhost", port), 5_000);
            }
            runner.master.stop();

            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void aServingTaskEndsBySigterm() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.serving())) {
            runner.seal();
            runner.master.awaitActivity(RUNNER_ACTIVITY_SERVING);

            runner.script.terminate();

            assertEquals(143, runner.awaitExit());
        }
    }

    @Test
    void aKilledJvmLeavesNothingBehind() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.shell(LOOP))) {
            runner.seal();
            long main = runner.awaitPid("main ");
            long hidden = runner.awaitPid("hidden ");

            ProcessHandle.of(main).orElseThrow().parent().orElseThrow().destroyForcibly();

            assertEquals(137, runner.awaitExit());
            assertFalse(Processes.isAlive(main));
            assertFalse(Processes.isAlive(hidden));
        }
    }

    /** A server that crashes takes the JVM along. Its script would hang without a word. */
    @Test
    void aCrashOfTheServerLeavesNothingBehind() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.shell(LOOP))) {
            runner.seal();
            long main = runner.awaitPid("main ");
            long hidden = runner.awaitPid("hidden ");
            long jvm =
                    ProcessHandle.of(main).orElseThrow().parent().orElseThrow().pid();

            new ProcessBuilder("kill", "-SEGV", Long.toString(jvm)).start().waitFor();

            assertEquals(134, runner.awaitExit());
            assertFalse(Processes.isAlive(main));
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void sigtermEndsTheProcessAndAllItStarted() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.shell(LOOP))) {
            runner.seal();
            long main = runner.awaitPid("main ");
            long hidden = runner.awaitPid("hidden ");

            runner.script.terminate();

            assertEquals(143, runner.awaitExit());
            assertTrue(runner.master.messages().stream().noneMatch(RunnerMessage::hasExit), "the node says why");
            assertFalse(Processes.isAlive(main));
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void aFloodOfOutputHoldsUpNeitherHeartbeatsNorStop() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.shell("exec yes"))) {
            runner.script.ignoreOutput();
            runner.master.forgetOutput();
            runner.seal();

            runner.master.awaitHeartbeats(RUNNER_ACTIVITY_RUNNING_JOB, 20);
            runner.master.stop();

            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void aPlanThatMakesNoSenseIsAFaultInYdl() throws Exception {
        try (RunnerProcess runner = start(RunnerFixture.serving().setTfLibrary("no\0path"))) {
            assertEquals(RunnerExit.INTERNAL.code(), runner.awaitExit());
        }
    }

    @Test
    void aWrongEnvironmentHasItsOwnCode() throws Exception {
        try (ScriptProcess runner = new ScriptProcess(
                Map.of("YDL_TASK", "cook:1", "JAVA_HOME", System.getProperty("java.home")), RunnerProcess.command())) {
            assertEquals(RunnerExit.BAD_ENVIRONMENT.code(), runner.awaitExit());
        }
    }

    @Test
    void aJobsOwnServerTakesThePortThatIsKeptForIt() throws Exception {
        try (RunnerProcess runner = start(ownServer().setServer(ServerOwner.SERVER_OWNER_SCRIPT))) {
            int port = runner.seal();

            assertEquals("grpc://localhost:" + port, runner.master.awaitLine("serving at "));
            for (int i = 0; i < 20; i++) {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress("localhost", port), 5_000);
                }
            }
            runner.master.stop();

            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void aJobsOwnServerBesideTheRunnersFailsAndSaysWhy() throws Exception {
        try (RunnerProcess runner = start(ownServer())) {
            runner.seal();

            assertTrue(runner.master.awaitLine("failed: ").contains("Could not start gRPC server"));
            TaskExit exit = runner.master.awaitExit();
            assertEquals(1, exit.getExitCode());
            assertTrue(exit.getErrorTailList().toString().contains("Could not start gRPC server"), exit.toString());
            List<String> errors = runner.master.lines(OutputChannel.OUTPUT_CHANNEL_STDERR);
            assertTrue(errors.stream().anyMatch(line -> line.contains("Address already in use")), errors.toString());
            runner.master.stop();
            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    /** Java takes the encoding of words and file names from the locale, which a container may lack. */
    @Test
    void wordsAndFileNamesArriveAsTheyAreWithoutALocale() throws Exception {
        List<String> words = List.of(
                "ü→", "", " two  words ", "'\"`", "$HOME ${x} $(id) \\", "* ?", "line\nline\n", "-e", "{{job_name}}");
        Path tree = Files.createDirectories(work.resolve("cache"));
        Files.writeString(tree.resolve("mödül→ 1.txt"), "content");
        Files.createSymbolicLink(work.resolve("ydl-src"), tree);
        String script = "hex() { printf %s \"$1\" | od -An -v -tx1 | tr -d ' \\n'; }; "
                + "for word; do echo \"word $(hex \"$word\").\"; done; echo \"env $(hex \"$OWN\").\"; "
                + "echo \"locale [$LC_ALL] [${LANG-unset}] [${YDL_LC_ALL-unset}].\"; cat m*; echo; echo text ü→";
        TaskPlan.Builder plan = RunnerFixture.shell(script)
                .addCommand("sh")
                .addAllCommand(words)
                .putEnvironment("OWN", "ü→")
                .setServer(ServerOwner.SERVER_OWNER_SCRIPT)
                .setSourceTree("ydl-src");
        try (RunnerProcess runner = start(Map.of("LC_ALL", "C"), plan)) {
            runner.seal();

            assertEquals(0, runner.master.awaitExit().getExitCode());
            List<String> lines = runner.master.lines(OutputChannel.OUTPUT_CHANNEL_STDOUT);
            List<String> arrived = words.stream()
                    .map(word -> word.replace("{{", "{").replace("}}", "}"))
                    .toList();
            assertEquals(
                    arrived.stream().map(word -> "word " + hex(word) + ".").toList(), lines.subList(0, words.size()));
            assertEquals("env " + hex("ü→") + ".", lines.get(words.size()));
            assertTrue(lines.get(words.size() + 1).startsWith("locale [C] ["), lines.toString());
            assertTrue(lines.get(words.size() + 1).endsWith("] [unset]."), lines.toString());
            assertEquals(List.of("content", "text ü→"), lines.subList(words.size() + 2, lines.size()));
            assertEquals(
                    tree.toRealPath().resolve("mödül→ 1.txt"), Files.readSymbolicLink(work.resolve("mödül→ 1.txt")));
            runner.master.stop();
            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    private static String hex(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static TaskPlan.Builder ownServer() {
        Path library = Path.of(
                System.getProperty("ydl.native"), "org/tensorflow/internal/c_api/linux-x86_64/libtensorflow_cc.so.2");
        return RunnerFixture.serving()
                .addAllCommand(List.of(
                        "java",
                        "-Xmx128m",
                        "-Djna.tmpdir=" + RunnerProcess.TARGET,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnServer.class.getName(),
                        library.normalize().toString()));
    }

    private RunnerProcess start(TaskPlan.Builder plan) throws IOException {
        return start(Map.of(), plan);
    }

    private RunnerProcess start(Map<String, String> more, TaskPlan.Builder plan) throws IOException {
        return new RunnerProcess(work, more, plan);
    }
}
