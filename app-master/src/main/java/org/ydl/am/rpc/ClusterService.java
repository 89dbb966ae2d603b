package org.ydl.am.rpc;

import com.google.protobuf.Duration;
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
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ydl.am.StatusMessages;
import org.ydl.am.TaskPlans;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.v1.ClusterGrpc;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.FinishJobRequest;
import org.ydl.api.v1.FinishJobResponse;
import org.ydl.api.v1.GetClusterSpecRequest;
import org.ydl.api.v1.GetJobStatusRequest;
import org.ydl.api.v1.JobNotice;
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
import org.ydl.job.JobEvent.ClientAttached;
import org.ydl.job.JobEvent.ClientFinished;
import org.ydl.job.JobEvent.ClientLeft;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobMachine;

/**
 * Answers everyone who asks about the job, from the last snapshot the driver showed.
 *
 * <p>Asked on gRPC's threads, fed by the driver's: one monitor guards the snapshot, the kept output and the watchers.
 * Nothing under it waits for a reader. The sealed spec is made a message once and shared by all answers.
 */
final class ClusterService extends ClusterGrpc.ClusterImplBase {
    /** Lines of the task that leads, kept for watchers that come late. */
    private static final int KEPT_LINES = 1_000;

    /** Lines kept of any other task: enough for a watcher that reconnects, little enough for thousands of tasks. */
    private static final int KEPT_LINES_OF_OTHERS = 50;

    private static final String NOT_THE_CLIENTS = "this job does not run beside its client: see --deploy-mode";

    private final Consumer<JobEvent> events;
    private final Consumer<Set<org.ydl.api.TaskId>> askForOutput;
    private final TaskId chief;
    private final List<Watcher<ClusterSpec>> specWatchers = new ArrayList<>();
    private final List<JobWatcher> jobWatchers = new ArrayList<>();
    private final Map<TaskId, Deque<TaskOutput>> kept = new HashMap<>();
    private Job job;
    private JobProgress progress;
    private Optional<ClusterSpec> spec;

    private record JobWatcher(Watcher<JobUpdate> stream, Set<TaskId> outputOf) {}

    /** @param askForOutput told whose output someone wants to see, beside that of the task that leads */
    ClusterService(Job job, Consumer<JobEvent> events, Consumer<Set<org.ydl.api.TaskId>> askForOutput) {
        this.job = job;
        this.progress = StatusMessages.progress(job);
        this.spec = job.cluster().map(org.ydl.api.ClusterSpec::toMessage); // sealed by a former application master
        this.events = events;
        this.askForOutput = askForOutput;
        this.chief = job.spec().chief().toMessage();
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
    public void watchJob(WatchJobRequest request, StreamObserver<JobUpdate> response) {
        JobSpec asked = snapshot().spec();
        Set<org.ydl.api.TaskId> tasks;
        try {
            tasks = outputOf(request, asked);
        } catch (IllegalArgumentException e) {
            refuse(response, Status.INVALID_ARGUMENT, e.getMessage());
            return;
        }
        if (request.getRunsJob() && asked.decider() != Decider.CLIENT) {
            refuse(response, Status.FAILED_PRECONDITION, NOT_THE_CLIENTS);
            return;
        }
        watch(response, tasks, request.getRunsJob());
        askForOutput.accept(
                tasks.stream().filter(task -> !task.equals(asked.chief())).collect(Collectors.toSet()));
    }

    private synchronized void watch(
            StreamObserver<JobUpdate> response, Set<org.ydl.api.TaskId> tasks, boolean runsJob) {
        Watcher<JobUpdate> stream =
                runsJob ? new Watcher<>(response, () -> events.accept(new ClientLeft())) : new Watcher<>(response);
        if (runsJob) {
            events.accept(new ClientAttached());
        }
        stream.offer(update(progress));
        Set<TaskId> outputOf = new LinkedHashSet<>();
        tasks.forEach(task -> outputOf.add(task.toMessage()));
        for (TaskId task : outputOf) {
            kept.getOrDefault(task, new ArrayDeque<>()).forEach(line -> stream.offer(update(line)));
        }
        jobWatchers.removeIf(gone -> gone.stream.isGone());
        jobWatchers.add(new JobWatcher(stream, outputOf));
    }

    private static Set<org.ydl.api.TaskId> outputOf(WatchJobRequest request, JobSpec spec) {
        Set<org.ydl.api.TaskId> tasks = new TreeSet<>();
        for (TaskId task : request.getOutputOfList()) {
            tasks.add(known(org.ydl.api.TaskId.from(task), spec));
        }
        if (request.getOutputOfChief()) {
            tasks.add(spec.chief());
        }
        if (request.getOutputOfAll()) {
            spec.tasks().stream().filter(spec::runsProgram).forEach(tasks::add);
        }
        return tasks;
    }

    private static org.ydl.api.TaskId known(org.ydl.api.TaskId task, JobSpec spec) {
        int count = spec.has(task.role()) ? spec.roles().get(task.role()).count() : 0;
        if (task.index() >= count) {
            throw new IllegalArgumentException("the job has no " + task + "; it has " + count + " of "
                    + task.role().label());
        }
        return task;
    }

    @Override
    public void killJob(KillJobRequest request, StreamObserver<KillJobResponse> response) {
        events.accept(new KillRequested(request.getReason()));
        answer(response, KillJobResponse.newBuilder().setStopLimit(stopLimit()).build());
    }

    @Override
    public void finishJob(FinishJobRequest request, StreamObserver<FinishJobResponse> response) {
        if (snapshot().spec().decider() != Decider.CLIENT) {
            refuse(response, Status.FAILED_PRECONDITION, NOT_THE_CLIENTS);
            return;
        }
        try {
            events.accept(new ClientFinished(Outcome.from(request.getOutcome())));
        } catch (IllegalArgumentException e) {
            refuse(
                    response,
                    Status.INVALID_ARGUMENT,
                    "'" + request.getOutcome().getCode() + "' is no exit code of ydl's");
            return;
        }
        answer(
                response,
                FinishJobResponse.newBuilder().setStopLimit(stopLimit()).build());
    }

    private Duration stopLimit() {
        return TaskPlans.message(JobMachine.stopLimit(snapshot().spec().limits()));
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

    synchronized void notice(String text) {
        JobUpdate update = JobUpdate.newBuilder()
                .setNotice(JobNotice.newBuilder().setText(text))
                .build();
        jobWatchers.forEach(watcher -> watcher.stream.offer(update));
    }

    synchronized void forward(TaskOutput line) {
        Deque<TaskOutput> lines = kept.computeIfAbsent(line.getTask(), task -> new ArrayDeque<>());
        if (lines.size() == (line.getTask().equals(chief) ? KEPT_LINES : KEPT_LINES_OF_OTHERS)) {
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

    private static void refuse(StreamObserver<?> response, Status status, String why) {
        response.onError(status.withDescription(why).asRuntimeException());
    }

    private static <M> void answer(StreamObserver<M> response, M message) {
        response.onNext(message);
        response.onCompleted();
    }
}
