package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.RegisterRequest;
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
        try (ScriptProcess runner = new ScriptProcess(Map.of("YDL_TASK", "cook:1"), command())) {
            assertEquals(RunnerExit.BAD_ENVIRONMENT.code(), runner.awaitExit());
        }
    }

    private ScriptProcess start(TaskPlan.Builder plan) throws IOException {
        master = new FakeMaster(plan.build());
        Server server = NettyServerBuilder.forPort(0).addService(master).build().start();
        grpc = Optional.of(server);
        Map<String, String> environment = new HashMap<>();
        environment.put("YDL_AM", "localhost:" + server.getPort());
        environment.put("CONTAINER_ID", "container_1_0001_01_000002");
        environment.put("YDL_TASK", "worker:0");
        environment.put("YDL_ATTEMPT", "0");
        environment.put("YDL_APP_ID", "application_1_0001");
        environment.put("NM_HOST", "localhost");
        environment.put("YDL_NATIVE", System.getProperty("ydl.native"));
        return new ScriptProcess(environment, command());
    }

    private static List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
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
