package org.ydl.am.rpc;

import io.grpc.Server;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ydl.am.Runners;
import org.ydl.am.TaskPlans;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.TaskOutput;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;

/**
 * The application master's gRPC server: the {@link Runners} port, and the service for everyone else.
 *
 * <p>Started by its maker, stopped by {@link #finish}. See {@link RunnersService}, {@link ClusterService} and
 * {@link Adopter} for their threads.
 */
public final class RpcServer implements Runners {
    /** What watchers get to read the last messages. */
    private static final long GOODBYE_SECONDS = 3;

    private final Transport transport;
    private final RunnersService runnersService;
    private final ClusterService clusterService;
    private final Adopter adopter;
    private final int amAttempt;
    private final String host;
    private Server server;

    /**
     * @param job the job as it begins
     * @param host the name that runners reach this process by
     */
    public RpcServer(Job job, String host, Consumer<JobEvent> events, Transport transport) {
        this.transport = transport;
        this.amAttempt = job.amAttempt();
        this.host = host;
        this.adopter = new Adopter(transport::dial, job.spec().limits().adoption());
        this.runnersService = new RunnersService(
                job.appId(), amAttempt, new TaskPlans(job.spec()), events, this::forward, adopter::arrived);
        this.clusterService = new ClusterService(job, events, runnersService::forwardOutput);
    }

    private void forward(TaskOutput line) {
        clusterService.forward(line);
    }

    public RpcServer start() throws IOException {
        server = transport.serve(List.of(runnersService, clusterService));
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
    public void publish(ClusterSpec spec, List<String> containers) {
        org.ydl.api.v1.ClusterSpec message = spec.toMessage();
        clusterService.publish(message); // first: a program that a runner starts may ask for it at once
        containers.forEach(container -> runnersService.send(container, message));
    }

    @Override
    public void send(String container, ClusterSpec spec) {
        runnersService.send(container, spec.toMessage());
    }

    @Override
    public void adopt(String container, HostPort control) {
        AdoptRequest request = AdoptRequest.newBuilder()
                .setContainerId(container)
                .setAmAttempt(amAttempt)
                .setHost(host)
                .setPort(port())
                .build();
        adopter.adopt(request, control);
        if (runnersService.isAttached(container)) {
            adopter.arrived(container);
        }
    }

    @Override
    public void reform(String container, int generation, String reason) {
        runnersService.reform(container, generation, reason);
    }

    @Override
    public void rerun(String container, int attempt) {
        runnersService.rerun(container, attempt);
    }

    @Override
    public void notice(String text) {
        clusterService.notice(text);
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
        adopter.close();
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
