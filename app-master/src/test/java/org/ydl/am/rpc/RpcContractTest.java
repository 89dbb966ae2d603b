package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.am.FakeCluster;
import org.ydl.am.JobDriver;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.GetClusterSpecRequest;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.KillJobRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.WatchClusterSpecRequest;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.job.JobEvent;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;
import org.ydl.job.Step;

/** The contract of ydl/v1, with a real driver and core behind it and a cluster that always gives. */
@Timeout(30)
class RpcContractTest {
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final FakeCluster cluster = new FakeCluster(events::add);
    private final ExecutorService driving = Executors.newSingleThreadExecutor();
    private final List<TestRunner> runners = new ArrayList<>();
    private ManagedChannel channel;
    private ClusterGrpc.ClusterBlockingStub client;
    private Future<Optional<Outcome>> driven;

    @BeforeEach
    void startJob() throws Exception {
        String name = InProcessServerBuilder.generateName();
        Step begin = JobMachine.begin(JobFixture.APP, 1, JobFixture.spec(), JobFixture.START);
        RpcServer server = new RpcServer(begin.next(), events::add, InProcessServerBuilder.forName(name)).start();
        driven = driving.submit(() -> new JobDriver(events, cluster, server).run(begin));
        channel = InProcessChannelBuilder.forName(name).build();
        client = ClusterGrpc.newBlockingStub(channel);
        cluster.awaitLaunches(JobFixture.spec().tasks().size());
    }

    @AfterEach
    void endJob() throws Exception {
        events.add(new JobEvent.MasterDismissed());
        driven.get(10, TimeUnit.SECONDS);
        driving.shutdownNow();
        channel.shutdownNow();
    }

    @Test
    void specIsUnavailableUntilSealedAndThenTheSameForAll() throws Exception {
        Iterator<ClusterSpec> watch = client.watchClusterSpec(WatchClusterSpecRequest.getDefaultInstance());
        StatusRuntimeException early = assertThrows(StatusRuntimeException.class, this::spec);
        assertEquals(Status.Code.UNAVAILABLE, early.getStatus().getCode());
        assertTrue(early.getStatus().getDescription().contains("0 of 3"), early.getMessage());

        registerAll();

        ClusterSpec watched = watch.next();
        assertEquals(watched, spec());
        for (TestRunner runner : runners) {
            assertEquals(watched, runner.nextCommand().getSpec());
        }
        assertEquals(
                "{\"ps\":[\"localhost:2000\"],\"worker\":[\"localhost:2001\",\"localhost:2002\"]}",
                org.ydl.api.ClusterSpec.from(watched).toJson());
    }

    @Test
    void workerIsToldItsCommandAndPsOnlyToServe() throws Exception {
        RegisterResponse ps = runner("container_0", "ps:0").register(2000);
        RegisterResponse worker = runner("container_1", "worker:0").register(2001);

        assertEquals(List.of(), ps.getPlan().getCommandList());
        assertEquals(List.of("python3", "plus.py"), List.copyOf(worker.getPlan().getCommandList()));
        assertTrue(worker.getPlan().getForwardOutput(), "the chief's output is shown");
        assertEquals(6, worker.getPlan().getHeartbeatInterval().getSeconds());
    }

    @Test
    void repeatedRegistrationGetsTheSameAnswer() throws Exception {
        TestRunner runner = runner("container_1", "worker:0");

        assertEquals(runner.register(2001), runner.register(2001));
    }

    @Test
    void strangerIsRefusedWithFailedPrecondition() {
        StatusRuntimeException refused =
                assertThrows(StatusRuntimeException.class, () -> runner("container_77", "worker:0")
                        .register(2001));

        assertEquals(Status.Code.FAILED_PRECONDITION, refused.getStatus().getCode());
        assertTrue(refused.getMessage().contains("container_77 does not hold worker:0"), refused.getMessage());
    }

    @Test
    void nonsenseIsRefusedWithInvalidArgument() {
        StatusRuntimeException refused =
                assertThrows(StatusRuntimeException.class, () -> runner("container_1", "worker:0")
                        .register(0));

        assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode());
    }

    @Test
    void streamOfAStaleRunnerIsClosed() throws Exception {
        TestRunner stale = runner("container_77", "worker:0").attach();

        stale.heartbeat(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);

        assertEquals(Status.Code.FAILED_PRECONDITION, stale.closedWith());
    }

    @Test
    void runnerThatBreaksOffHarmsNobodyAndGetsTheSpecWhenItIsBack() throws Exception {
        registerAll();
        TestRunner broken = runners.get(1);
        broken.nextCommand();

        broken.breakOff();
        client.getJobStatus(GetJobStatusRequest.getDefaultInstance());
        broken.attach().heartbeat(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);

        assertEquals(spec(), broken.nextCommand().getSpec());
    }

    @Test
    void watcherSeesProgressThenOutputThenTheOutcomeAsTheLastMessage() throws Exception {
        Iterator<JobUpdate> updates = client.watchJob(
                WatchJobRequest.newBuilder().setOutputOfChief(true).build());
        registerAll();

        runners.get(1).output("loss 0.5", 1);
        runners.get(2).output("not the chief's", 1);
        runners.get(1).exit(0);
        runners.get(2).exit(0);
        stopRunners();

        List<JobUpdate> seen = new ArrayList<>();
        updates.forEachRemaining(seen::add);
        List<String> lines = seen.stream()
                .filter(JobUpdate::hasOutput)
                .map(update -> update.getOutput().getLine())
                .toList();
        assertEquals(List.of("loss 0.5"), lines);
        assertTrue(seen.get(0).hasProgress());
        JobUpdate last = seen.get(seen.size() - 1);
        assertEquals("SUCCEEDED", last.getOutcome().getCode());
        assertEquals(ExitCode.SUCCEEDED, cluster.finished().orElseThrow().code());
    }

    @Test
    void lateWatcherGetsTheLinesKept() throws Exception {
        registerAll();
        runners.get(1).output("first", 1);
        runners.get(1).output("second", 2);
        awaitState("worker:0", "running the job", RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);

        Iterator<JobUpdate> updates = client.watchJob(
                WatchJobRequest.newBuilder().setOutputOfChief(true).build());

        assertTrue(updates.next().hasProgress());
        assertEquals("first", updates.next().getOutput().getLine());
        assertEquals("second", updates.next().getOutput().getLine());
    }

    @Test
    void failedTaskIsReportedWithItsLastWords() throws Exception {
        registerAll();

        runners.get(2).exit(3, "Traceback", "ValueError: no");
        stopRunners();

        assertEquals(ExitCode.JOB_FAILED, driven.get().orElseThrow().code());
        String message = cluster.finished().orElseThrow().message();
        assertTrue(message.startsWith("worker:1 failed with exit code 3."), message);
        assertTrue(message.contains("ValueError: no"), message);
    }

    @Test
    void killStopsEveryRunnerAndEndsAsKilled() throws Exception {
        registerAll();

        client.killJob(KillJobRequest.newBuilder().setReason("a test").build());
        stopRunners();

        assertEquals(ExitCode.KILLED, driven.get().orElseThrow().code());
        assertFalse(cluster.finished().isEmpty());
    }

    @Test
    void dismissedMasterTellsNobodyAnOutcomeEvenIfItHasOne() throws Exception {
        registerAll();
        client.killJob(KillJobRequest.newBuilder().setReason("a test").build());
        runners.get(0).nextCommand();

        events.add(new JobEvent.MasterDismissed());

        assertEquals(Optional.empty(), driven.get(10, TimeUnit.SECONDS));
        assertEquals(Optional.empty(), cluster.finished());
    }

    @Test
    void statusNamesEveryTaskItsPlaceAndWhatItDoes() throws Exception {
        registerAll();

        JobStatus status = awaitState("ps:0", "serving", RunnerActivity.RUNNER_ACTIVITY_SERVING);

        assertEquals(JobFixture.APP, status.getAppId());
        assertEquals(3, status.getTasksCount());
        assertEquals("localhost:2000", status.getTasks(0).getAddress());
        assertEquals("container_0", status.getTasks(0).getContainerId());
    }

    private ClusterSpec spec() {
        return client.getClusterSpec(GetClusterSpecRequest.getDefaultInstance());
    }

    private TestRunner runner(String container, String task) {
        TestRunner runner = new TestRunner(channel, container, TaskId.parse(task));
        runners.add(runner);
        return runner;
    }

    /** All three tasks attach and register at ports 2000, 2001, 2002. */
    private void registerAll() throws Exception {
        List<TestRunner> all = List.of(
                runner("container_0", "ps:0"), runner("container_1", "worker:0"), runner("container_2", "worker:1"));
        for (int i = 0; i < all.size(); i++) {
            all.get(i).attach().heartbeat(RunnerActivity.RUNNER_ACTIVITY_AWAITING_SPEC);
            all.get(i).register(2000 + i);
        }
    }

    /** Every runner is told to stop, and does. */
    private void stopRunners() throws Exception {
        for (TestRunner runner : runners) {
            while (!runner.nextCommand().hasStop()) {}
            cluster.end(runner.container());
        }
    }

    /** The events of one runner are handled in their order: once this shows, all before it was heard too. */
    private JobStatus awaitState(String task, String state, RunnerActivity activity) {
        TestRunner runner = runners.stream()
                .filter(candidate -> candidate.task().toString().equals(task))
                .findFirst()
                .orElseThrow();
        runner.heartbeat(activity);
        while (true) {
            JobStatus status = client.getJobStatus(GetJobStatusRequest.getDefaultInstance());
            boolean shown = status.getTasksList().stream()
                    .anyMatch(found -> TaskId.from(found.getTask()).toString().equals(task)
                            && found.getState().equals(state));
            if (shown) {
                return status;
            }
            Thread.onSpinWait();
        }
    }
}
