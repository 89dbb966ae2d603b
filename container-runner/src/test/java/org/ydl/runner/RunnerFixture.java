package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Duration;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.api.TaskId;
import org.ydl.api.v1.TaskPlan;
import org.ydl.bridge.PortReservation;

/** A runner's parts as {@link Runner} wires them, with real processes but a fake server, and a master to talk to. */
final class RunnerFixture implements AutoCloseable {
    static final TaskId TASK = new TaskId(Role.WORKER, 1);

    private final String name = "master-" + UUID.randomUUID();
    private final CompletableFuture<RunnerExit> ended = new CompletableFuture<>();
    private final EventLoop loop = new EventLoop(ended::completeExceptionally);
    private final ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
    private final PortReservation reservation = PortReservation.reserve(Optional.empty());
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final TaskLife life;
    private Optional<Server> grpc = Optional.empty();
    private boolean faultExpected;

    final FakeMaster master;
    final FakeTensorFlow tensorFlow = new FakeTensorFlow();

    RunnerFixture(TaskPlan.Builder plan) throws IOException {
        this(TASK, plan);
    }

    RunnerFixture(TaskId task, TaskPlan.Builder plan) throws IOException {
        master = new FakeMaster(plan.build());
        RunnerEnvironment runner = new RunnerEnvironment(
                new HostPort("master", 1),
                "container_" + UUID.randomUUID(),
                task,
                0,
                "application_1_0001",
                "localhost",
                Optional.empty(),
                Optional.empty());
        life = new TaskLife(
                loop,
                runner,
                reservation,
                tensorFlow,
                new ProcessStarter(runner, System.getenv(), stdout, stderr),
                new MasterLink(loop, channel, runner, reservation.port()),
                ended);
    }

    /** A plan to run a shell script, with limits that suit a test. */
    static TaskPlan.Builder shell(String script) {
        return serving().addAllCommand(List.of("/bin/sh", "-c", script));
    }

    static TaskPlan.Builder serving() {
        return TaskPlan.newBuilder()
                .setForwardOutput(true)
                .setHeartbeatInterval(millis(50))
                .setStopGrace(millis(5_000))
                .setMasterLostLimit(millis(20_000));
    }

    static Duration millis(int millis) {
        return Duration.newBuilder()
                .setSeconds(millis / 1_000)
                .setNanos(millis % 1_000 * 1_000_000)
                .build();
    }

    RunnerFixture startMaster() throws IOException {
        grpc = Optional.of(
                InProcessServerBuilder.forName(name).addService(master).build().start());
        return this;
    }

    void stopMaster() throws InterruptedException {
        grpc.orElseThrow().shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    RunnerFixture startRunner() {
        loop.execute(life::start);
        return this;
    }

    /** Up to the point where the user's process, if there is one, was started. */
    RunnerFixture startAll() throws Exception {
        startMaster().startRunner();
        master.awaitAttached(1);
        master.send(spec(1));
        return this;
    }

    void terminate() {
        loop.execute(life::terminated);
    }

    ClusterSpec spec(int generation) {
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        addresses.put(Role.PS, List.of(new HostPort("ps-host", 1111)));
        addresses.put(
                Role.WORKER, List.of(new HostPort("other-host", 2222), new HostPort("localhost", reservation.port())));
        return new ClusterSpec("application_1_0001", generation, addresses);
    }

    /** Whether nobody has the port that the runner once reserved. */
    boolean isPortFree() {
        try (PortReservation again = PortReservation.reserve(Optional.of(new PortRange(port(), port())))) {
            return again.port() == port();
        } catch (IOException taken) {
            return false;
        }
    }

    int port() {
        return reservation.port();
    }

    RunnerExit awaitEnd() throws Exception {
        return ended.get(20, TimeUnit.SECONDS);
    }

    /** Waits for a fault in ydl, which ends the runner as {@link RunnerExit#INTERNAL}. */
    Throwable awaitFault() {
        faultExpected = true;
        return assertThrows(ExecutionException.class, this::awaitEnd).getCause();
    }

    boolean hasEnded() {
        return ended.isDone();
    }

    String stdout() {
        return stdout.toString(StandardCharsets.UTF_8);
    }

    /** Waits until this is in the process' copied output. */
    void awaitStdout(String part) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!stdout().contains(part)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the output never had " + part);
            }
            TimeUnit.MILLISECONDS.sleep(5); // between two looks at a condition
        }
    }

    String stderr() {
        return stderr.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        terminate();
        if (!faultExpected) {
            ended.orTimeout(20, TimeUnit.SECONDS).join();
        }
        channel.shutdownNow();
        grpc.ifPresent(Server::shutdownNow);
        loop.close();
        reservation.close();
    }
}
