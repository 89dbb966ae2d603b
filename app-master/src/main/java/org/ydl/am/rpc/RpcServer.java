package org.ydl.am.rpc;

import io.grpc.Server;
import io.grpc.ServerBuilder;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ydl.am.Runners;
import org.ydl.am.TaskPlans;
import org.ydl.api.ClusterSpec;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.TaskOutput;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;

/**
 * The application master's gRPC server: the {@link Runners} port, and the service for everyone else.
 *
 * <p>Started by its maker, stopped by {@link #finish}. See {@link RunnersService} and {@link ClusterService} for their
 * threads.
 */
public final class RpcServer implements Runners {
    /** What watchers get to read the last messages. */
    private static final long GOODBYE_SECONDS = 3;

    private final RunnersService runnersService;
    private final ClusterService clusterService;
    private final Server server;

    /**
     * @param job the job as it begins
     * @param transport where to serve, with its port set
     */
    public RpcServer(Job job, Consumer<JobEvent> events, ServerBuilder<?> transport) {
        this.runnersService = new RunnersService(job.amAttempt(), new TaskPlans(job.spec()), events, this::forward);
        this.clusterService = new ClusterService(job, events, runnersService::forwardOutput);
        this.server =
                transport.addService(runnersService).addService(clusterService).build();
    }

    private void forward(TaskOutput line) {
        clusterService.forward(line);
    }

    public RpcServer start() throws IOException {
        server.start();
        return this;
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void accept(long ticket, TaskId task) {
        runnersService.accept(ticket, task);
    }

    @Override
    public void refuse(long ticket, String reason) {
        runnersService.refuse(ticket, reason);
    }

    @Override
    public void dismiss(String container, String reason) {
        runnersService.dismiss(container, reason);
    }

    @Override
    public void publish(ClusterSpec spec) {
        org.ydl.api.v1.ClusterSpec message = spec.toMessage();
        clusterService.publish(message); // first: a program that a runner starts may ask for it at once
        runnersService.publish(message);
    }

    @Override
    public void send(String container, ClusterSpec spec) {
        runnersService.send(container, spec.toMessage());
    }

    @Override
    public void stop(String container, String reason) {
        runnersService.stop(container, reason);
    }

    @Override
    public void show(Job job) {
        clusterService.show(job);
    }

    @Override
    public void finish(Outcome outcome) {
        clusterService.finish(outcome);
        runnersService.close();
        server.shutdown();
        try {
            server.awaitTermination(GOODBYE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.shutdownNow();
    }
}
