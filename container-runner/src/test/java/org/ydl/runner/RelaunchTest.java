package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_RUNNING_JOB;
import static org.ydl.api.v1.RunnerActivity.RUNNER_ACTIVITY_SERVING;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.PortRange;
import org.ydl.api.RunnerExit;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RunnerControlGrpc;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.TaskPlan;

/** Whole runners, with the real libtensorflow, that are followed by another one. */
@Timeout(120)
class RelaunchTest {
    private final TaskPlan.Builder loop =
            RunnerFixture.shell(Processes.STARTS_HIDDEN + "echo main $YDL_GENERATION $$; exec sleep 600");

    @TempDir
    private Path temp;

    @Test
    void aClusterFormedAnewHasANewRunnerInTheSameContainer() throws Exception {
        try (RunnerProcess runner = new RunnerProcess(temp, Map.of(), loop)) {
            runner.seal(1);
            long main = runner.awaitPid("main 1 ");
            long hidden = runner.awaitPid("hidden ");

            runner.master.reform(2);

            RegisterRequest former = runner.master.awaitRegistration(1);
            RegisterRequest again = runner.master.awaitRegistration(2);
            assertFalse(Processes.isAlive(main));
            assertFalse(Processes.isAlive(hidden));
            assertEquals(0, again.getRunner().getGeneration());
            assertEquals(former.getControlPort(), again.getControlPort());
            runner.seal(2);
            runner.awaitPid("main 2 ");
            assertNotEquals(run(runner, "main 1 "), run(runner, "main 2 "));
            runner.master.stop();
            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        }
    }

    @Test
    void anAdoptedRunnerFindsItsMasterAgainWhenItIsStartedAnew() throws Exception {
        FakeMaster second = new FakeMaster(loop.build());
        second.become(2);
        Server grpc = RunnerProcess.serve(second);
        try (RunnerProcess runner = new RunnerProcess(temp, Map.of(), loop)) {
            runner.seal();
            long main = runner.awaitPid("main 1 ");
            runner.stopMaster();

            adopt(runner.master.awaitRegistration(1).getControlPort(), grpc.getPort());
            second.awaitActivity(RUNNER_ACTIVITY_RUNNING_JOB);
            assertEquals(main, ProcessHandle.of(main).orElseThrow().pid());
            second.reform(2);

            RunnerProcess.seal(second, 2);
            second.awaitLine("main 2 ");
            second.stop();
            assertEquals(RunnerExit.STOPPED.code(), runner.awaitExit());
        } finally {
            grpc.shutdownNow();
        }
    }

    /** A peer's connection lingers at the port of the former server. */
    @Test
    void aRangeOfTwoPortsIsEnoughToStartAnew() throws Exception {
        PortRange range = RunnerFixture.freeRange(2);
        Map<String, String> variables = Map.of("YDL_PORT_RANGE", range.toString());
        try (RunnerProcess runner = new RunnerProcess(temp, variables, RunnerFixture.serving())) {
            int port = runner.seal(1);
            runner.master.awaitActivity(RUNNER_ACTIVITY_SERVING);
            try (Socket peer = connect(port)) {
                runner.master.reform(2);
                awaitClosed(peer);
            }

            assertEquals(port, runner.seal(2));
            assertEquals(range.first(), port);
            for (int start : List.of(1, 2)) {
                assertEquals(
                        range.last(), runner.master.awaitRegistration(start).getControlPort());
            }
        }
    }

    @Test
    void aReplacementServesAtThePortOfItsPredecessor() throws Exception {
        int port;
        try (RunnerProcess lost = new RunnerProcess(Files.createDirectory(temp.resolve("1")), Map.of(), loop)) {
            port = lost.seal();
            long main = lost.awaitPid("main 1 ");
            try (Socket peer = connect(port)) {
                ProcessHandle.of(main).orElseThrow().parent().orElseThrow().destroyForcibly();
                awaitClosed(peer);
            }
            assertEquals(137, lost.awaitExit());
        }
        Map<String, String> first = Map.of("YDL_PORT", Integer.toString(port));
        try (RunnerProcess replacement =
                new RunnerProcess(Files.createDirectory(temp.resolve("2")), first, RunnerFixture.serving())) {
            assertEquals(port, replacement.seal());
            replacement.master.awaitActivity(RUNNER_ACTIVITY_SERVING);
            new Socket("localhost", port).close();
        }
    }

    private static void adopt(int controlPort, int masterPort) throws InterruptedException {
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", controlPort)
                .usePlaintext()
                .build();
        try {
            RunnerControlGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(20, TimeUnit.SECONDS)
                    .adopt(AdoptRequest.newBuilder()
                            .setContainerId(RunnerProcess.CONTAINER)
                            .setAmAttempt(2)
                            .setHost("localhost")
                            .setPort(masterPort)
                            .build());
        } finally {
            channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    /** Which runner process has numbered the line that begins so. */
    private static String run(RunnerProcess runner, String start) throws InterruptedException {
        RunnerMessage line = runner.master.awaitMessage(
                start, message -> message.getOutput().getLine().startsWith(start));
        return line.getOutput().getRun();
    }

    /** Connects, and waits until the server has said something: a connection that it has not taken is simply reset. */
    private static Socket connect(int port) throws IOException {
        Socket peer = new Socket("localhost", port);
        assertNotEquals(-1, peer.getInputStream().read());
        return peer;
    }

    /** Waits until the other side has closed the connection. */
    private static void awaitClosed(Socket peer) throws IOException {
        peer.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
}
