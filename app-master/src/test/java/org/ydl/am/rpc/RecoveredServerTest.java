package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.AdoptResponse;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.GetClusterSpecRequest;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobFixture;

/** The server of an application master that took over a job with a sealed cluster, and no driver behind it. */
@Timeout(30)
class RecoveredServerTest {
    private static final HostPort CONTROL_0 = new HostPort("node", 3000);
    private static final HostPort CONTROL_1 = new HostPort("node", 3001);

    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<TestControl> controls = new ArrayList<>();
    private final Job job = JobFixture.running();
    private RpcServer server;
    private ManagedChannel channel;

    @BeforeEach
    void serve() throws Exception {
        InProcess transport = new InProcess();
        server = new RpcServer(job, "master", events::add, transport).start();
        channel = transport.dialMaster();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.finish(new Outcome(ExitCode.KILLED, "the test is over"));
        controls.forEach(TestControl::close);
    }

    @Test
    void specIsKnownFromTheStart() {
        assertEquals(
                job.cluster().orElseThrow().toMessage(),
                ClusterGrpc.newBlockingStub(channel).getClusterSpec(GetClusterSpecRequest.getDefaultInstance()));
    }

    @Test
    void runnerIsToldWhoTakesOverAndWhere() throws Exception {
        TestControl control = control(CONTROL_0, TestControl::come);

        server.adopt("container_0", CONTROL_0);

        AdoptRequest told = control.next();
        assertEquals("container_0", told.getContainerId());
        assertEquals(job.amAttempt(), told.getAmAttempt());
        assertEquals("master", told.getHost());
        assertEquals(server.port(), told.getPort());
    }

    @Test
    void runnerThatDoesNotAnswerYetIsCalledUntilItDoes() throws Exception {
        server.adopt("container_0", CONTROL_0);

        assertEquals("container_0", control(CONTROL_0, TestControl::come).next().getContainerId());
    }

    @Test
    void runnerIsToldAgainUntilItHasCome() throws Exception {
        TestControl control = control(CONTROL_0, TestControl::come);
        server.adopt("container_0", CONTROL_0);
        control.next();
        control.next();

        attach("container_0", "ps:0");

        callAnotherOften();
        assertTrue(control.unread() <= 1, "one call may have been under way, but there were " + control.unread());
    }

    @Test
    void runnerIsFoundAlthoughAnotherHasItsPortForAWhile() throws Exception {
        TestControl another = control(CONTROL_0, TestControl.refusing(Status.NOT_FOUND));
        server.adopt("container_0", CONTROL_0);
        another.next();

        another.close();

        assertEquals("container_0", control(CONTROL_0, TestControl::come).next().getContainerId());
    }

    @Test
    void runnersThatDoNotAnswerHoldUpNobodyElse() throws Exception {
        for (int i = 0; i < 100; i++) {
            HostPort dead = new HostPort("dead-node", 4000 + i);
            controls.add(new TestControl(dead, TestControl::stayAway));
            server.adopt("container_" + (100 + i), dead);
        }

        TestControl control = control(CONTROL_0, TestControl::come);
        server.adopt("container_0", CONTROL_0);

        assertEquals("container_0", control.next().getContainerId());
    }

    @Test
    void runnerThatRefusesIsLeftAlone() throws Exception {
        TestControl control = control(CONTROL_0, TestControl.refusing(Status.FAILED_PRECONDITION));

        server.adopt("container_0", CONTROL_0);
        control.next();

        callAnotherOften();
        assertEquals(0, control.unread());
    }

    @Test
    void runnerThatIsHereAlreadyIsNotCalledAgain() throws Exception {
        TestControl control = control(CONTROL_0, TestControl::come);
        attach("container_0", "ps:0");

        server.adopt("container_0", CONTROL_0);

        callAnotherOften();
        assertTrue(control.unread() <= 1);
    }

    @Test
    void registrationTellsWhereAnotherMasterWouldReachTheRunner() throws Exception {
        TestRunner runner = new TestRunner(channel, "container_0", JobFixture.PS_0);
        Thread registering = new Thread(() -> runner.register(2000));
        registering.start();

        RunnerRegistered event = (RunnerRegistered) events.poll(10, TimeUnit.SECONDS);
        server.accept(event.ticket(), JobFixture.PS_0);
        registering.join();

        assertEquals(new HostPort("localhost", 2000), event.address());
        assertEquals(new HostPort("localhost", 2000 + TestRunner.CONTROL), event.control());
    }

    @Test
    void runnerIsToldToStartAnewAndToRunItsProcessOnceMore() throws Exception {
        TestRunner runner = attach("container_0", "ps:0");

        server.reform("container_0", 2, "ps:1 was lost");
        server.rerun("container_0", 3);

        var reform = runner.nextCommand();
        assertEquals(job.amAttempt(), reform.getAmAttempt());
        assertEquals(2, reform.getReform().getGeneration());
        assertEquals("ps:1 was lost", reform.getReform().getReason());
        assertEquals(3, runner.nextCommand().getRerun().getAttempt());
    }

    @Test
    void specGoesOnlyToTheContainersThatAreMeant() throws Exception {
        TestRunner meant = attach("container_0", "ps:0");
        TestRunner superseded = attach("container_9", "ps:0");

        server.publish(job.cluster().orElseThrow(), List.of("container_0"));
        server.stop("container_9", "another holds the task");

        assertTrue(meant.nextCommand().hasSpec());
        assertTrue(superseded.nextCommand().hasStop());
    }

    @Test
    void whoIsNotAttachedMissesWhatIsSaid() {
        server.reform("container_9", 2, "a test");
        server.rerun("container_9", 1);
    }

    @Test
    void everyWatcherIsToldWhatHappened() {
        ClusterGrpc.ClusterBlockingStub client = ClusterGrpc.newBlockingStub(channel);
        Iterator<JobUpdate> one = client.watchJob(WatchJobRequest.getDefaultInstance());
        Iterator<JobUpdate> other = client.watchJob(WatchJobRequest.getDefaultInstance());
        assertTrue(one.next().hasProgress());
        assertTrue(other.next().hasProgress());

        server.notice("worker:1 was lost: starting it again");

        assertEquals(
                "worker:1 was lost: starting it again", one.next().getNotice().getText());
        assertEquals(
                "worker:1 was lost: starting it again", other.next().getNotice().getText());
    }

    private TestControl control(HostPort address, Consumer<StreamObserver<AdoptResponse>> answer) throws IOException {
        TestControl control = new TestControl(address, answer);
        controls.add(control);
        return control;
    }

    private TestRunner attach(String container, String task) throws InterruptedException {
        TestRunner runner = new TestRunner(channel, container, org.ydl.api.TaskId.parse(task)).attach();
        runner.heartbeat(RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB);
        while (!(events.poll(10, TimeUnit.SECONDS) instanceof RunnerAttached)) {}
        return runner;
    }

    /** Takes longer than two calls of a runner that others are compared with. */
    private void callAnotherOften() throws Exception {
        TestControl another = control(CONTROL_1, TestControl::come);
        server.adopt("container_1", CONTROL_1);
        for (int i = 0; i < 4; i++) {
            another.next();
        }
    }
}
