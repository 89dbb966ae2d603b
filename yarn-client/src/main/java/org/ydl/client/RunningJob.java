package org.ydl.client;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.FinishJobRequest;
import org.ydl.api.v1.FinishJobResponse;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.KillJobRequest;
import org.ydl.api.v1.KillJobResponse;
import org.ydl.api.v1.WatchClusterSpecRequest;
import org.ydl.api.v1.WatchJobRequest;

/**
 * A connection to the application master of one job. Not bound to a thread; closed by its maker.
 *
 * <p>Every call fails with a {@link StatusRuntimeException} when the application master does not answer in time; {@link
 * #watch} when it has not answered a ping.
 */
public final class RunningJob implements AutoCloseable {
    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
    private static final Duration PING = Duration.ofSeconds(20);

    private final ManagedChannel channel;

    public RunningJob(HostPort master) {
        this(NettyChannelBuilder.forAddress(master.host(), master.port())
                .usePlaintext()
                // A master whose node is gone does not close its connections.
                .keepAliveTime(PING.toSeconds(), TimeUnit.SECONDS)
                .build());
    }

    /** @param channel closed with this */
    RunningJob(ManagedChannel channel) {
        this.channel = channel;
    }

    /** The sealed ClusterSpec; waits for it no longer than the limit. Empty if the job ends without one. */
    public Optional<ClusterSpec> clusterSpec(Duration limit) {
        Iterator<org.ydl.api.v1.ClusterSpec> specs = ClusterGrpc.newBlockingStub(channel)
                .withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)
                .watchClusterSpec(WatchClusterSpecRequest.getDefaultInstance());
        return specs.hasNext() ? Optional.of(ClusterSpec.from(specs.next())) : Optional.empty();
    }

    /** Where the job is and what each of its tasks does. */
    public JobStatus status() {
        return ClusterGrpc.newBlockingStub(channel)
                .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .getJobStatus(GetJobStatusRequest.getDefaultInstance());
    }

    /** Says how a job ended that this client runs beside itself, and returns how long its end takes at most. */
    public Duration finish(Outcome outcome) {
        FinishJobResponse response = ClusterGrpc.newBlockingStub(channel)
                .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .finishJob(FinishJobRequest.newBuilder()
                        .setOutcome(outcome.toMessage())
                        .build());
        return Duration.ofSeconds(response.getStopLimit().getSeconds());
    }

    /** Asks the job to end and returns how long that takes at most. */
    public Duration kill(String reason) {
        KillJobResponse response = ClusterGrpc.newBlockingStub(channel)
                .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .killJob(KillJobRequest.newBuilder().setReason(reason).build());
        return Duration.ofSeconds(response.getStopLimit().getSeconds());
    }

    /** The sealed ClusterSpec as soon as there is one, then every later generation, until the job's end. */
    public Iterator<org.ydl.api.v1.ClusterSpec> specs() {
        checkAnswers();
        return ClusterGrpc.newBlockingStub(channel).watchClusterSpec(WatchClusterSpecRequest.getDefaultInstance());
    }

    /** The job's updates as they come, until its end. */
    public Iterator<JobUpdate> watch(WatchJobRequest request) {
        checkAnswers();
        return ClusterGrpc.newBlockingStub(channel).watchJob(request);
    }

    /**
     * A call without a time limit is safe only on a connection that has been of use: the kernel takes connections for a
     * process that is stopped, and pings begin after the first answer.
     */
    private void checkAnswers() {
        status();
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
