package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskPlan;

/** The whole runner as a container starts it: script, JVM, gRPC over TCP, the real libtensorflow. */
@Timeout(120)
class RunnerProcessTest {
    private static final Path TARGET = ScriptProcess.BASE.resolve("target");

    private final String loop = Processes.STARTS_HIDDEN + "echo main $$; exec sleep 600";
    private FakeMaster master = new FakeMaster(TaskPlan.getDefaultInstance());
    private Optional<Server> grpc = Optional.empty();

    @AfterEach
    void stopMaster() {
        grpc.ifPresent(Server::shutdownNow);
    }

    @Test
    void servesAndRunsAndStops() throws Exception {
        try (ScriptProcess runner = start(RunnerFixture.shell("echo target $YDL_TARGET; exit 3"))) {
            int port = seal();

            assertEquals("grpc://localhost:" + port, master.awaitLine("target "));
            assertEquals(3, master.awaitExit().getExitCode());
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("localhost", port), 5_000);
            }
            master.stop();

            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void aServingTaskEndsBySigterm() throws Exception {
        try (ScriptProcess runner = start(RunnerFixture.serving())) {
            seal();
            master.awaitActivity(RUNNER_ACTIVITY_SERVING);

            runner.terminate();

            assertEquals(143, runner.awaitExit());
        }
    }

    @Test
    void aKilledJvmLeavesNothingBehind() throws Exception {
        try (ScriptProcess runner = start(RunnerFixture.shell(loop))) {
            seal();
            long main = Long.parseLong(master.awaitLine("main "));
            long hidden = Long.parseLong(master.awaitLine("hidden "));

            ProcessHandle.of(main).orElseThrow().parent().orElseThrow().destroyForcibly();

            assertEquals(137, runner.awaitExit());
            assertFalse(Processes.isAlive(main));
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void sigtermEndsTheProcessAndAllItStarted() throws Exception {
        try (ScriptProcess runner = start(RunnerFixture.shell(loop))) {
            seal();
            long main = Long.parseLong(master.awaitLine("main "));
            long hidden = Long.parseLong(master.awaitLine("hidden "));

            runner.terminate();

            assertEquals(143, master.awaitExit().getExitCode());
            assertEquals(143, runner.awaitExit());
            assertFalse(Processes.isAlive(main));
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void aFloodOfOutputHoldsUpNeitherHeartbeatsNorStop() throws Exception {
        try (ScriptProcess runner = start(RunnerFixture.shell("exec yes"))) {
            runner.ignoreOutput();
            master.forgetOutput();
            seal();

            master.awaitHeartbeats(RUNNER_ACTIVITY_RUNNING_JOB, 20);
            master.stop();

            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void aPlanThatMakesNoSenseIsAFaultInYdl() throws Exception {
        try (ScriptProcess runner = start(RunnerFixture.serving().setTfLibrary("no\0path"))) {
            assertEquals(RunnerExit.INTERNAL.code(), runner.awaitExit());
        }
    }

    @Test
    void aWrongEnvironmentHasItsOwnCode() throws Exception {
        try (ScriptProcess runner = new ScriptProcess(
                Map.of("YDL_TASK", "cook:1", "JAVA_HOME", System.getProperty("java.home")), command())) {
            assertEquals(RunnerExit.BAD_ENVIRONMENT.code(), runner.awaitExit());
        }
    }

    @Test
    void aJobsOwnServerTakesThePortThatIsKeptForIt() throws Exception {
        try (ScriptProcess runner = start(ownServer().setServer(ServerOwner.SERVER_OWNER_SCRIPT))) {
            int port = seal();

            assertEquals("grpc://localhost:" + port, master.awaitLine("serving at "));
            for (int i = 0; i < 20; i++) {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress("localhost", port), 5_000);
                }
            }
            master.stop();

            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void aJobsOwnServerBesideTheRunnersFailsAndSaysWhy() throws Exception {
        try (ScriptProcess runner = start(ownServer())) {
            seal();

            assertTrue(master.awaitLine("failed: ").contains("Could not start gRPC server"));
            TaskExit exit = master.awaitExit();
            assertEquals(1, exit.getExitCode());
            assertTrue(exit.getErrorTailList().toString().contains("Could not start gRPC server"), exit.toString());
            List<String> errors = master.lines(OutputChannel.OUTPUT_CHANNEL_STDERR);
            assertTrue(errors.stream().anyMatch(line -> line.contains("Address already in use")), errors.toString());
            master.stop();
            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    /** Java takes the encoding of words and file names from the locale, which a container may lack. */
    @Test
    void wordsAndFileNamesArriveAsTheyAreWithoutALocale(@TempDir Path work) throws Exception {
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
        try (ScriptProcess runner = start(work, Map.of("LC_ALL", "C"), plan)) {
            seal();

            assertEquals(0, master.awaitExit().getExitCode());
            List<String> lines = master.lines(OutputChannel.OUTPUT_CHANNEL_STDOUT);
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
            master.stop();
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
                        "-Djna.tmpdir=" + TARGET,
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnServer.class.getName(),
                        library.normalize().toString()));
    }

    private ScriptProcess start(TaskPlan.Builder plan) throws IOException {
        return start(ScriptProcess.BASE, Map.of(), plan);
    }

    private ScriptProcess start(Path directory, Map<String, String> more, TaskPlan.Builder plan) throws IOException {
        master = new FakeMaster(plan.build());
        Server server = NettyServerBuilder.forPort(0).addService(master).build().start();
        grpc = Optional.of(server);
        Map<String, String> environment = new HashMap<>();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("YDL_AM", "localhost:" + server.getPort());
        environment.put("CONTAINER_ID", "container_1_0001_01_000002");
        environment.put("YDL_TASK", "worker:0");
        environment.put("YDL_ATTEMPT", "0");
        environment.put("YDL_APP_ID", "application_1_0001");
        environment.put("NM_HOST", "localhost");
        environment.put("YDL_NATIVE", System.getProperty("ydl.native"));
        environment.putAll(more);
        return new ScriptProcess(directory, environment, command());
    }

    private static List<String> command() {
        return List.of(
                "/bin/bash",
                ScriptProcess.START_JAVA,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-Djna.tmpdir=" + TARGET,
                "-cp",
                System.getProperty("java.class.path"),
                Runner.class.getName());
    }

    /** Waits for the runner and makes a cluster of it alone. */
    private int seal() throws InterruptedException {
        RegisterRequest request = master.awaitRegistration(1);
        master.awaitAttached(1);
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        addresses.put(Role.WORKER, List.of(new HostPort(request.getHost(), request.getPort())));
        master.send(new ClusterSpec("application_1_0001", 1, addresses));
        return request.getPort();
    }
}
