package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.TaskId;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.FinishJobRequest;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.KillJobRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerCommand.CommandCase;
import org.ydl.api.v1.WatchClusterSpecRequest;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.job.JobEvent;
import org.ydl.job.JobFixture;

/** The contract of ydl/v1 for a job that its tasks decide. */
class RpcContractTest extends ServedJob {
    RpcContractTest() {
        super(JobFixture.spec());
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
    void runnerOfAnotherApplicationIsToldToLookElsewhere() throws Exception {
        TestRunner another = new TestRunner(channel, "application_9_0009", "container_9", TaskId.parse("worker:0"));

        StatusRuntimeException refused = assertThrows(StatusRuntimeException.class, () -> another.register(2000));
        another.attach().heartbeat(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);

        assertEquals(Status.Code.UNAVAILABLE, refused.getStatus().getCode());
        assertEquals(Status.Code.UNAVAILABLE, another.closedWith());
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

    @Test
    void runnerIsAskedForItsOutputWhenSomeoneWantsItAndAgainWhenItIsBack() throws Exception {
        registerAll();
        awaitState("worker:1", "running the job", RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
        TestRunner other = runners.get(2);

        Iterator<JobUpdate> updates = client.watchJob(WatchJobRequest.newBuilder()
                .addOutputOf(other.task().toMessage())
                .build());
        awaitCommand(other, CommandCase.FORWARD_OUTPUT);
        other.breakOff();
        other.attach().heartbeat(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);

        awaitCommand(other, CommandCase.FORWARD_OUTPUT);
        other.output("here", 1);
        assertEquals("here", nextLine(updates));
    }

    @Test
    void runnerThatAttachesAfterSomeoneAskedIsToldAtOnce() throws Exception {
        client.watchJob(WatchJobRequest.newBuilder().setOutputOfAll(true).build())
                .next();

        TestRunner other = runner("container_2", "worker:1").attach();
        other.heartbeat(RunnerActivity.RUNNER_ACTIVITY_AWAITING_SPEC);

        awaitCommand(other, CommandCase.FORWARD_OUTPUT);
    }

    @Test
    void outputOfAllIsThatOfEveryTaskThatRunsTheProgramAndAsksEachOnce() throws Exception {
        registerAll();
        for (String task : List.of("ps:0", "worker:0", "worker:1")) {
            awaitState(task, "running the job", RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
        }
        WatchJobRequest all = WatchJobRequest.newBuilder().setOutputOfAll(true).build();

        Iterator<JobUpdate> one = client.watchJob(all);
        Iterator<JobUpdate> two = client.watchJob(all);
        assertTrue(one.next().hasProgress());
        assertTrue(two.next().hasProgress());
        runners.get(1).output("from worker:0", 1);
        assertEquals("from worker:0", nextLine(one));
        runners.get(2).output("from worker:1", 1);
        assertEquals("from worker:1", nextLine(one));
        client.killJob(KillJobRequest.newBuilder().setReason("a test").build());

        assertEquals(List.of(CommandCase.STOP), awaitCommand(runners.get(0), CommandCase.STOP));
        assertEquals(List.of(CommandCase.STOP), awaitCommand(runners.get(1), CommandCase.STOP));
        assertEquals(
                List.of(CommandCase.FORWARD_OUTPUT, CommandCase.STOP), awaitCommand(runners.get(2), CommandCase.STOP));
    }

    @Test
    void outputOfATaskThatTheJobDoesNotHaveIsRefused() {
        for (org.ydl.api.v1.TaskId unknown : List.of(
                TaskId.parse("worker:2").toMessage(),
                TaskId.parse("evaluator:0").toMessage(),
                org.ydl.api.v1.TaskId.newBuilder().setRole("boss").build())) {
            StatusRuntimeException refused = assertThrows(StatusRuntimeException.class, () -> client.watchJob(
                            WatchJobRequest.newBuilder().addOutputOf(unknown).build())
                    .next());

            assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode(), unknown::toString);
        }
    }

    @Test
    void onlyAJobThatItsClientRunsCanBeRunOrFinishedByOne() {
        StatusRuntimeException watching = assertThrows(StatusRuntimeException.class, () -> client.watchJob(
                        WatchJobRequest.newBuilder().setRunsJob(true).build())
                .next());
        StatusRuntimeException finishing = assertThrows(
                StatusRuntimeException.class, () -> client.finishJob(FinishJobRequest.getDefaultInstance()));

        assertEquals(Status.Code.FAILED_PRECONDITION, watching.getStatus().getCode());
        assertEquals(Status.Code.FAILED_PRECONDITION, finishing.getStatus().getCode());
    }

    private static String nextLine(Iterator<JobUpdate> updates) {
        JobUpdate update = updates.next();
        while (!update.hasOutput()) {
            update = updates.next();
        }
        return update.getOutput().getLine();
    }

    /** All commands up to the one awaited, without the spec, which may come more than once. */
    private static List<CommandCase> awaitCommand(TestRunner runner, CommandCase awaited) throws Exception {
        List<CommandCase> commands = new ArrayList<>();
        while (!commands.contains(awaited)) {
            CommandCase command = runner.nextCommand().getCommandCase();
            if (command != CommandCase.SPEC) {
                commands.add(command);
            }
        }
        return commands;
    }
}
