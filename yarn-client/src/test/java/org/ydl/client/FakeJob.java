package org.ydl.client;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.util.Records;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.FinishJobRequest;
import org.ydl.api.v1.FinishJobResponse;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.WatchClusterSpecRequest;
import org.ydl.api.v1.WatchJobRequest;

/** An application as YARN and its master show it, over the in-process transport. Its own monitor guards it. */
final class FakeJob extends ClusterGrpc.ClusterImplBase implements JobFollower.Yarn, AutoCloseable {
    static final ApplicationId ID = ApplicationId.newInstance(1, 1);

    private final String name = InProcessServerBuilder.generateName();
    private final Server server;
    private final ClusterSpec spec;
    private final List<StreamObserver<JobUpdate>> watchers = new ArrayList<>();
    private final List<WatchJobRequest> watched = new ArrayList<>();
    private Optional<Outcome> end = Optional.empty();
    private Optional<Outcome> told = Optional.empty();
    private Optional<Status> refusalOfWatch = Optional.empty();
    private HostPort master = new HostPort("master", 1);
    private boolean masterUp = true;
    private int failuresOfFinish;
    private Status refusal = Status.UNAVAILABLE;

    FakeJob(int workers) throws IOException {
        List<HostPort> addresses = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            addresses.add(new HostPort("node", 2001 + i));
        }
        spec = new ClusterSpec(
                ID.toString(),
                1,
                new TreeMap<>(Map.of(Role.WORKER, addresses, Role.PS, List.of(new HostPort("node", 2000)))));
        server = InProcessServerBuilder.forName(name).addService(this).build().start();
    }

    /** A connection to its master, wherever it is said to be. */
    RunningJob connect(HostPort address) {
        ManagedChannel channel = InProcessChannelBuilder.forName(name).build();
        return new RunningJob(channel);
    }

    /** Its master is not up, and never will be. */
    synchronized FakeJob withoutMaster() {
        masterUp = false;
        return this;
    }

    /** Its master does not let anybody watch. */
    synchronized FakeJob refusingToBeWatched(Status with) {
        refusalOfWatch = Optional.of(with);
        return this;
    }

    /** The first calls that tell the outcome fail. */
    synchronized FakeJob refusing(int calls, Status with) {
        failuresOfFinish = calls;
        refusal = with;
        return this;
    }

    /** The application ends by itself. */
    synchronized void end(Outcome outcome) {
        end = Optional.of(outcome);
        watchers.forEach(StreamObserver::onCompleted);
        watchers.clear();
    }

    synchronized void send(JobUpdate update) {
        watchers.forEach(watcher -> watcher.onNext(update));
    }

    /** Breaks the streams off, as a lost connection does. */
    synchronized void breakOff() {
        watchers.forEach(watcher -> watcher.onError(Status.UNAVAILABLE.asRuntimeException()));
        watchers.clear();
    }

    /** YARN starts the master anew elsewhere. */
    synchronized void replaceMaster() {
        master = new HostPort("other", 2);
        breakOff();
    }

    /** Waits for this many calls of watch and returns the last one's request. */
    synchronized WatchJobRequest awaitWatch(int count) throws InterruptedException {
        while (watched.size() < count) {
            wait();
        }
        return watched.get(count - 1);
    }

    /** What the client said of how the job ended. */
    synchronized Optional<Outcome> told() {
        return told;
    }

    @Override
    public synchronized ApplicationReport report(ApplicationId id) {
        ApplicationReport report = report(end);
        if (!masterUp && end.isEmpty()) {
            report.setYarnApplicationState(YarnApplicationState.ACCEPTED);
        }
        report.setHost(master.host());
        report.setRpcPort(masterUp ? master.port() : -1);
        return report;
    }

    /** What YARN says of an application that runs, or of how it ended. */
    static ApplicationReport report(Optional<Outcome> end) {
        ApplicationReport report = Records.newRecord(ApplicationReport.class);
        report.setApplicationId(ID);
        report.setQueue("default");
        report.setYarnApplicationState(end.isPresent() ? YarnApplicationState.FINISHED : YarnApplicationState.RUNNING);
        report.setDiagnostics(end.map(Outcome::diagnostics).orElse("no room"));
        return report;
    }

    @Override
    public Outcome kill(ApplicationId id, String reason) {
        Outcome killed = new Outcome(ExitCode.KILLED, reason);
        end(killed);
        return killed;
    }

    @Override
    public synchronized void watchJob(WatchJobRequest request, StreamObserver<JobUpdate> response) {
        if (refusalOfWatch.isPresent()) {
            response.onError(refusalOfWatch.get().asRuntimeException());
        } else if (end.isPresent()) {
            response.onCompleted();
        } else {
            watchers.add(response);
        }
        watched.add(request);
        notifyAll();
    }

    @Override
    public void watchClusterSpec(WatchClusterSpecRequest request, StreamObserver<org.ydl.api.v1.ClusterSpec> response) {
        response.onNext(spec.toMessage());
    }

    @Override
    public void getJobStatus(GetJobStatusRequest request, StreamObserver<JobStatus> response) {
        response.onNext(JobStatus.newBuilder().setAppId(ID.toString()).build());
        response.onCompleted();
    }

    @Override
    public synchronized void finishJob(FinishJobRequest request, StreamObserver<FinishJobResponse> response) {
        if (failuresOfFinish > 0) {
            failuresOfFinish--;
            response.onError(refusal.asRuntimeException());
            return;
        }
        told = Optional.of(Outcome.from(request.getOutcome()));
        response.onNext(FinishJobResponse.getDefaultInstance());
        response.onCompleted();
        end(told.get());
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
