package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Context;
import io.grpc.Context.CancellableContext;
import io.grpc.ManagedChannel;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.Decider;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ClientAttached;
import org.ydl.job.JobEvent.ClientLeft;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;

/** What a job hears of the streams of its clients. */
@Timeout(30)
class ClientStreamsTest {
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private RpcServer server;
    private ManagedChannel channel;
    private ClusterGrpc.ClusterBlockingStub client;

    @BeforeEach
    void serve() throws Exception {
        InProcess transport = new InProcess();
        server = new RpcServer(
                        JobMachine.begin(JobFixture.APP, 1, JobFixture.serving(Decider.CLIENT), JobFixture.START)
                                .next(),
                        "localhost",
                        events::add,
                        transport)
                .start();
        channel = transport.dialMaster();
        client = ClusterGrpc.newBlockingStub(channel);
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.finish(new Outcome(ExitCode.KILLED, "the test is over"));
    }

    @Test
    void clientThatRunsTheJobIsReportedWhenItComesAndWhenItGoes() throws Exception {
        CancellableContext connection = watch(true);
        assertEquals(new ClientAttached(), nextEvent());

        connection.cancel(null);

        assertEquals(new ClientLeft(), nextEvent());
    }

    @Test
    void clientThatOnlyWatchesIsNot() throws Exception {
        watch(false).cancel(null);

        watch(true);

        assertEquals(new ClientAttached(), nextEvent());
    }

    private CancellableContext watch(boolean runsJob) throws Exception {
        CancellableContext connection = Context.current().withCancellation();
        WatchJobRequest request =
                WatchJobRequest.newBuilder().setRunsJob(runsJob).build();
        assertTrue(connection.call(() -> client.watchJob(request).next().hasProgress()));
        return connection;
    }

    private JobEvent nextEvent() throws InterruptedException {
        return events.poll(10, TimeUnit.SECONDS);
    }
}
