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
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.api.TaskId;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.RunnerControlGrpc;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.TaskPlan;
import org.ydl.bridge.PortReservation;

/** A runner's parts as {@link Runner} wires them, with real processes but a fake server, and a master to talk to. */
final class RunnerFixture implements AutoCloseable {
    static final TaskId TASK = new TaskId(Role.WORKER, 1);

    static final int CONTROL_PORT = 4711;

    private final String name = UUID.randomUUID().toString();
    private final CompletableFuture<RunnerExit> ended = new CompletableFuture<>();
    private final EventLoop loop = new EventLoop(ended::completeExceptionally);
    private final PortReservation reservation = PortReservation.reserve(Optional.empty());
    private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
    private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
    private final TaskPlan plan;
    private final TaskLife life;
    private final Server control;
    private final ManagedChannel controlChannel =
            InProcessChannelBuilder.forName("control-" + name).build();
    private final List<Server> masters = new ArrayList<>();
    private boolean faultExpected;

    final String container = "container_" + name;
    final NoteFile notes;
    final FakeMaster master;
    final FakeTensorFlow tensorFlow = new FakeTensorFlow();

    RunnerFixture(TaskPlan.Builder plan) throws IOException {
        this(TASK, plan);
    }

    RunnerFixture(TaskId task, TaskPlan.Builder plan) throws IOException {
        this(task, plan, new Notes(place(1), 0, java.time.Duration.ofSeconds(20), 0, 0));
    }

    /** @param known what the runner knows at its start */
    RunnerFixture(TaskId task, TaskPlan.Builder plan, Notes known) throws IOException {
        this.plan = plan.build();
        master = new FakeMaster(this.plan);
        notes = new NoteFile(Files.createTempDirectory("ydl-runner").resolve("notes"));
        RunnerEnvironment runner = environment(container, task);
        MasterLink link = new MasterLink(loop, this::channelTo, runner, known, notes);
        life = new TaskLife(
                loop,
                runner,
                reservation,
                tensorFlow,
                new ProcessStarter(runner, System.getenv(), stdout, stderr),
                link,
                ended);
        control = InProcessServerBuilder.forName("control-" + name)
                .addService(new ControlService(loop, container, link))
                .build()
                .start();
    }

    /** Of a runner on {@code localhost} that may have any port. */
    static RunnerEnvironment environment(String container, TaskId task) {
        return new RunnerEnvironment(
                place(1),
                container,
                task,
                0,
                "application_1_0001",
                "localhost",
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Where the application master of an attempt is. */
    static HostPort place(int masterAttempt) {
        return new HostPort("master", masterAttempt);
    }

    private ManagedChannel channelTo(HostPort address) {
        return InProcessChannelBuilder.forName(name + address).build();
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
        start(place(1), master);
        return this;
    }

    private void start(HostPort address, FakeMaster service) throws IOException {
        masters.add(InProcessServerBuilder.forName(name + address)
                .addService(service)
                .build()
                .start());
    }

    /** Stops the one that was started last. */
    void stopMaster() throws InterruptedException {
        masters.remove(masters.size() - 1).shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
    }

    /** Starts another application master, which has not yet told the runner of itself. */
    FakeMaster startAnother(int masterAttempt) throws IOException {
        FakeMaster another = new FakeMaster(plan);
        another.become(masterAttempt);
        start(place(masterAttempt), another);
        return another;
    }

    RunnerIdentity adopt(int masterAttempt) {
        HostPort address = place(masterAttempt);
        return adopt(container, masterAttempt, address.host(), address.port());
    }

    RunnerIdentity adopt(String meant, int masterAttempt, String host, int port) {
        return RunnerControlGrpc.newBlockingStub(controlChannel)
                .withDeadlineAfter(20, TimeUnit.SECONDS)
                .adopt(AdoptRequest.newBuilder()
                        .setContainerId(meant)
                        .setAmAttempt(masterAttempt)
                        .setHost(host)
                        .setPort(port)
                        .build())
                .getRunner();
    }

    RunnerFixture startRunner() {
        loop.execute(() -> life.start(CONTROL_PORT));
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
        return spec(generation, new HostPort("localhost", reservation.port()));
    }

    /** @param own of {@link #TASK} */
    static ClusterSpec spec(int generation, HostPort own) {
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        addresses.put(Role.PS, List.of(new HostPort("ps-host", 1111)));
        addresses.put(Role.WORKER, List.of(new HostPort("other-host", 2222), own));
        return new ClusterSpec("application_1_0001", generation, addresses);
    }

    /** Whether nobody has the port that the runner once reserved. */
    boolean isPortFree() {
        return isFree(port());
    }

    /** Neighbouring ports that nobody has. */
    static PortRange freeRange(int size) throws IOException {
        for (int tries = 0; tries < 100; tries++) {
            int first;
            try (PortReservation any = PortReservation.reserve(Optional.empty())) {
                first = any.port();
            }
            if (IntStream.range(first, first + size).allMatch(port -> port <= 65_535 && isFree(port))) {
                return new PortRange(first, first + size - 1);
            }
        }
        throw new AssertionError("there are no " + size + " free ports beside each other");
    }

    static boolean isFree(int port) {
        try (PortReservation again = PortReservation.reserve(Optional.of(new PortRange(port, port)))) {
            return again.port() == port;
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
        controlChannel.shutdownNow();
        control.shutdownNow();
        masters.forEach(Server::shutdownNow);
        loop.close();
        reservation.close();
        Files.deleteIfExists(notes.path());
        Files.delete(notes.path().getParent());
    }
}
