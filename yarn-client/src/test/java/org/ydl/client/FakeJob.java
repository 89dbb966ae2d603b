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
    private final List<StreamObserver<JobUpdate>> watchers = new ArrayList<>();
    private final List<StreamObserver<org.ydl.api.v1.ClusterSpec>> specWatchers = new ArrayList<>();
    private final List<WatchJobRequest> watched = new ArrayList<>();
    private ClusterSpec spec;
    private Optional<Outcome> end = Optional.empty();
    private Optional<Outcome> told = Optional.empty();
    private int timesTold;
    private boolean diesOnceTold;
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
        spec = spec(1, addresses, 2000);
        server = InProcessServerBuilder.forName(name).addService(this).build().start();
    }

    private static ClusterSpec spec(int generation, List<HostPort> workers, int psPort) {
        return new ClusterSpec(
                ID.toString(),
                generation,
                new TreeMap<>(Map.of(Role.WORKER, workers, Role.PS, List.of(new HostPort("node", psPort)))));
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

    /** Its master is lost when it has just been told the outcome, and another one takes its place. */
    synchronized FakeJob losingItsMasterOnceTold() {
        diesOnceTold = true;
        return this;
    }

    /** The application ends by itself. */
    synchronized void end(Outcome outcome) {
        end = Optional.of(outcome);
        watchers.forEach(StreamObserver::onCompleted);
        watchers.clear();
        specWatchers.forEach(StreamObserver::onCompleted);
        specWatchers.clear();
    }

    synchronized void send(JobUpdate update) {
        watchers.forEach(watcher -> watcher.onNext(update));
    }

    /** Its ps is at another address now. */
    synchronized void formAnew() {
        int generation = spec.generation() + 1;
        spec = spec(generation, spec.of(Role.WORKER), 2000 + 100 * generation);
        specWatchers.forEach(watcher -> watcher.onNext(spec.toMessage()));
    }

    /** Breaks the streams off, as a lost connection does. */
    synchronized void breakOff() {
        watchers.forEach(watcher -> watcher.onError(Status.UNAVAILABLE.asRuntimeException()));
        watchers.clear();
        specWatchers.forEach(watcher -> watcher.onError(Status.UNAVAILABLE.asRuntimeException()));
        specWatchers.clear();
    }

    /** YARN has not started another one yet. */
    synchronized void loseMaster() {
        masterUp = false;
        breakOff();
    }

    /** YARN has another master, elsewhere. */
    synchronized void replaceMaster() {
        replaceMasterUnseen();
        breakOff();
    }

    /** The former one lives on, and the streams with it. */
    synchronized void replaceMasterUnseen() {
        master = new HostPort("other", 2);
        masterUp = true;
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

    synchronized int timesTold() {
        return timesTold;
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
    public synchronized void watchClusterSpec(
            WatchClusterSpecRequest request, StreamObserver<org.ydl.api.v1.ClusterSpec> response) {
        response.onNext(spec.toMessage());
        specWatchers.add(response);
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
        timesTold++;
        response.onNext(FinishJobResponse.getDefaultInstance());
        response.onCompleted();
        if (diesOnceTold) {
            diesOnceTold = false;
            replaceMaster();
        } else {
            end(told.get());
        }
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
