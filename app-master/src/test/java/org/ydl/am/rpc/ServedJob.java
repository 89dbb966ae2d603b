package org.ydl.am.rpc;

import io.grpc.ManagedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.ydl.am.FakeCluster;
import org.ydl.am.FakeMemory;
import org.ydl.am.Inbox;
import org.ydl.am.JobDriver;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.GetClusterSpecRequest;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;
import org.ydl.job.Step;

/** A job of one ps and two workers, served with a real driver and core behind it and a cluster that always gives. */
@Timeout(30)
abstract class ServedJob {
    final Inbox events = new Inbox();
    final FakeCluster cluster = new FakeCluster(events::add);
    final List<TestRunner> runners = new ArrayList<>();
    ManagedChannel channel;
    ClusterGrpc.ClusterBlockingStub client;
    Future<Optional<Outcome>> driven;

    private final ExecutorService driving = Executors.newSingleThreadExecutor();
    private final JobSpec served;

    ServedJob(JobSpec served) {
        this.served = served;
    }

    @BeforeEach
    void startJob() throws Exception {
        InProcess transport = new InProcess();
        Step begin = JobMachine.begin(JobFixture.APP, 1, served, JobFixture.START);
        RpcServer server = new RpcServer(begin.next(), "localhost", events::add, transport).start();
        driven = driving.submit(
                () -> new JobDriver(events, cluster, server, (job, outcome) -> {}, new FakeMemory(), Job::toString)
                        .run(begin));
        channel = transport.dialMaster();
        client = ClusterGrpc.newBlockingStub(channel);
        cluster.awaitLaunches(served.tasks().size());
    }

    @AfterEach
    void endJob() throws Exception {
        events.add(new JobEvent.MasterDismissed());
        driven.get(10, TimeUnit.SECONDS);
        driving.shutdownNow();
        channel.shutdownNow();
    }

    final ClusterSpec spec() {
        return client.getClusterSpec(GetClusterSpecRequest.getDefaultInstance());
    }

    final TestRunner runner(String container, String task) {
        TestRunner runner = new TestRunner(channel, container, TaskId.parse(task));
        runners.add(runner);
        return runner;
    }

    /** All three tasks attach and register at ports 2000, 2001, 2002. */
    final void registerAll() throws Exception {
        List<TestRunner> all = List.of(
                runner("container_0", "ps:0"), runner("container_1", "worker:0"), runner("container_2", "worker:1"));
        for (int i = 0; i < all.size(); i++) {
            all.get(i).attach().heartbeat(RunnerActivity.RUNNER_ACTIVITY_AWAITING_SPEC);
            all.get(i).register(2000 + i);
        }
    }

    /** Every runner is told to stop, and does. */
    final void stopRunners() throws Exception {
        for (TestRunner runner : runners) {
            while (!runner.nextCommand().hasStop()) {}
            cluster.end(runner.container());
        }
    }

    /** The events of one runner are handled in their order: once this shows, all before it was heard too. */
    final JobStatus awaitState(String task, String state, RunnerActivity activity) {
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
