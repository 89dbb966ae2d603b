package org.ydl.am.rpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.ydl.api.Outcome;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.GetClusterSpecRequest;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.KillJobRequest;
import org.ydl.api.v1.KillJobResponse;
import org.ydl.api.v1.TaskId;
import org.ydl.api.v1.TaskOutput;
import org.ydl.api.v1.WatchClusterSpecRequest;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobMachine;

/**
 * Answers everyone who asks about the job, from the last snapshot the driver showed.
 *
 * <p>Asked on gRPC's threads, fed by the driver's: one monitor guards the snapshot, the kept output and the watchers.
 * Nothing under it waits for a reader. The sealed spec is made a message once and shared by all answers.
 */
final class ClusterService extends ClusterGrpc.ClusterImplBase {
    /** Lines kept for watchers that come late, of each task that forwards its output. */
    private static final int KEPT_LINES = 1_000;

    private final Consumer<JobEvent> events;
    private final List<Watcher<ClusterSpec>> specWatchers = new ArrayList<>();
    private final List<JobWatcher> jobWatchers = new ArrayList<>();
    private final Map<TaskId, Deque<TaskOutput>> kept = new HashMap<>();
    private Job job;
    private JobProgress progress;
    private Optional<ClusterSpec> spec = Optional.empty();

    private record JobWatcher(Watcher<JobUpdate> stream, Set<TaskId> outputOf) {}

    ClusterService(Job job, Consumer<JobEvent> events) {
        this.job = job;
        this.progress = StatusMessages.progress(job);
        this.events = events;
    }

    @Override
    public synchronized void getClusterSpec(GetClusterSpecRequest request, StreamObserver<ClusterSpec> response) {
        spec.ifPresentOrElse(
                known -> answer(response, known),
                () -> response.onError(Status.UNAVAILABLE
                        .withDescription("the ClusterSpec is not sealed yet: " + progress.getRegistered() + " of "
                                + progress.getTasks() + " tasks have registered")
                        .asRuntimeException()));
    }

    @Override
    public synchronized void watchClusterSpec(WatchClusterSpecRequest request, StreamObserver<ClusterSpec> response) {
        Watcher<ClusterSpec> watcher = new Watcher<>(response);
        spec.ifPresent(watcher::offer);
        specWatchers.removeIf(Watcher::isGone);
        specWatchers.add(watcher);
    }

    @Override
    public void getJobStatus(GetJobStatusRequest request, StreamObserver<JobStatus> response) {
        answer(response, StatusMessages.status(snapshot()));
    }

    @Override
    public synchronized void watchJob(WatchJobRequest request, StreamObserver<JobUpdate> response) {
        JobWatcher watcher = new JobWatcher(new Watcher<>(response), outputOf(request));
        watcher.stream.offer(update(progress));
        for (TaskId task : watcher.outputOf) {
            kept.getOrDefault(task, new ArrayDeque<>()).forEach(line -> watcher.stream.offer(update(line)));
        }
        jobWatchers.removeIf(gone -> gone.stream.isGone());
        jobWatchers.add(watcher);
    }

    private Set<TaskId> outputOf(WatchJobRequest request) {
        Set<TaskId> tasks = new LinkedHashSet<>(request.getOutputOfList());
        if (request.getOutputOfChief()) {
            tasks.add(job.spec().chief().toMessage());
        }
        return tasks;
    }

    @Override
    public void killJob(KillJobRequest request, StreamObserver<KillJobResponse> response) {
        events.accept(new KillRequested(request.getReason()));
        answer(
                response,
                KillJobResponse.newBuilder()
                        .setStopLimit(TaskPlans.message(
                                JobMachine.stopLimit(snapshot().spec().limits())))
                        .build());
    }

    private synchronized Job snapshot() {
        return job;
    }

    synchronized void show(Job next) {
        job = next;
        JobProgress now = StatusMessages.progress(next);
        if (!now.equals(progress)) {
            progress = now;
            jobWatchers.removeIf(watcher -> watcher.stream.isGone());
            jobWatchers.forEach(watcher -> watcher.stream.offer(update(now)));
        }
    }

    synchronized void publish(ClusterSpec next) {
        spec = Optional.of(next);
        specWatchers.removeIf(Watcher::isGone);
        specWatchers.forEach(watcher -> watcher.offer(next));
    }

    synchronized void forward(TaskOutput line) {
        Deque<TaskOutput> lines = kept.computeIfAbsent(line.getTask(), task -> new ArrayDeque<>());
        if (lines.size() == KEPT_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line);
        for (JobWatcher watcher : jobWatchers) {
            if (watcher.outputOf.contains(line.getTask())) {
                watcher.stream.offer(update(line));
            }
        }
    }

    synchronized void finish(Outcome outcome) {
        JobUpdate last = JobUpdate.newBuilder().setOutcome(outcome.toMessage()).build();
        jobWatchers.forEach(watcher -> {
            watcher.stream.offer(last);
            watcher.stream.end();
        });
        specWatchers.forEach(Watcher::end);
    }

    private static JobUpdate update(JobProgress progress) {
        return JobUpdate.newBuilder().setProgress(progress).build();
    }

    private static JobUpdate update(TaskOutput line) {
        return JobUpdate.newBuilder().setOutput(line).build();
    }

    private static <M> void answer(StreamObserver<M> response, M message) {
        response.onNext(message);
        response.onCompleted();
    }
}
