package org.ydl.runner;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.TaskPlan;

/** A whole runner as a container starts it, {@code worker:0}, and an application master for it, over TCP. */
final class RunnerProcess implements AutoCloseable {
    static final String CONTAINER = "container_1_0001_01_000002";
    static final Path TARGET = ScriptProcess.BASE.resolve("target");

    private final Server grpc;

    final FakeMaster master;
    final ScriptProcess script;

    /**
     * @param directory the container's own: no other runner may have had it
     * @param more variables
     */
    RunnerProcess(Path directory, Map<String, String> more, TaskPlan.Builder plan) throws IOException {
        master = new FakeMaster(plan.build());
        grpc = serve(master);
        Map<String, String> environment = new HashMap<>();
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("YDL_AM", "localhost:" + grpc.getPort());
        environment.put("CONTAINER_ID", CONTAINER);
        environment.put("YDL_TASK", "worker:0");
        environment.put("YDL_ATTEMPT", "0");
        environment.put("YDL_APP_ID", "application_1_0001");
        environment.put("NM_HOST", "localhost");
        environment.put("YDL_NATIVE", System.getProperty("ydl.native"));
        environment.putAll(more);
        script = new ScriptProcess(directory, environment, command());
    }

    static Server serve(FakeMaster master) throws IOException {
        return NettyServerBuilder.forPort(0).addService(master).build().start();
    }

    static List<String> command() {
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
    int seal() throws InterruptedException {
        return seal(1);
    }

    /** Waits for the runner's start with this number, from 1, and makes the generation of that number of it alone. */
    int seal(int generation) throws InterruptedException {
        return seal(master, generation);
    }

    static int seal(FakeMaster master, int generation) throws InterruptedException {
        RegisterRequest request = master.awaitRegistration(generation);
        master.awaitAttached(generation);
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        addresses.put(Role.WORKER, List.of(new HostPort(request.getHost(), request.getPort())));
        master.send(new ClusterSpec("application_1_0001", generation, addresses));
        return request.getPort();
    }

    long awaitPid(String start) throws InterruptedException {
        return Long.parseLong(master.awaitLine(start));
    }

    int awaitExit() throws InterruptedException {
        return script.awaitExit();
    }

    void stopMaster() {
        grpc.shutdownNow();
    }

    @Override
    public void close() {
        script.close();
        grpc.shutdownNow();
    }
}
