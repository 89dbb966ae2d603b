package org.ydl.runner;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ydl.api.ClusterSpec;
import org.ydl.api.v1.ForwardOutput;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.Reform;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.Rerun;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.RunnersGrpc;
import org.ydl.api.v1.Stop;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskPlan;

/** An application master for one runner: answers as it is told and keeps all that it hears. Usable from any thread. */
final class FakeMaster extends RunnersGrpc.RunnersImplBase {
    private final TaskPlan plan;
    private final List<RegisterRequest> registrations = new ArrayList<>();
    private final List<RunnerMessage> messages = new ArrayList<>();
    private Optional<ServerCallStreamObserver<RunnerCommand>> stream = Optional.empty();
    private Optional<Status> refusal = Optional.empty();
    private int attempt = 1;
    private int attached;
    private int left;
    private boolean reading = true;
    private boolean keepingOutput = true;

    FakeMaster(TaskPlan plan) {
        this.plan = plan;
    }

    /** From now on refuses to register anyone. */
    synchronized void refuse(Status status) {
        refusal = Optional.of(status);
    }

    /** From now on takes no messages. */
    synchronized void stopReading() {
        reading = false;
    }

    synchronized void goOnReading() {
        reading = true;
        stream.orElseThrow().request(1);
    }

    /** From now on reads the lines of the process, but does not keep them: for a test that floods. */
    synchronized void forgetOutput() {
        keepingOutput = false;
    }

    synchronized void become(int attemptNumber) {
        attempt = attemptNumber;
    }

    void send(ClusterSpec spec) {
        send(spec.toMessage());
    }

    void send(org.ydl.api.v1.ClusterSpec spec) {
        command(RunnerCommand.newBuilder().setSpec(spec));
    }

    void stop() {
        command(RunnerCommand.newBuilder().setStop(Stop.newBuilder().setReason("the test is over")));
    }

    void reform(int generation) {
        command(RunnerCommand.newBuilder()
                .setReform(Reform.newBuilder().setGeneration(generation).setReason("ps:0 was lost")));
    }

    void rerun(int taskAttempt) {
        command(RunnerCommand.newBuilder().setRerun(Rerun.newBuilder().setAttempt(taskAttempt)));
    }

    void wantOutput() {
        command(RunnerCommand.newBuilder().setForwardOutput(ForwardOutput.getDefaultInstance()));
    }

    private synchronized void command(RunnerCommand.Builder command) {
        stream.orElseThrow().onNext(command.setAmAttempt(attempt).build());
    }

    synchronized void breakStream(Status status) {
        stream.orElseThrow().onError(status.asRuntimeException());
        stream = Optional.empty();
    }

    synchronized int registrations() {
        return registrations.size();
    }

    RegisterRequest awaitRegistration(int number) throws InterruptedException {
        return await(
                "registration " + number,
                () -> registrations.size() >= number ? Optional.of(registrations.get(number - 1)) : Optional.empty());
    }

    /** Waits for the stream with this number, from 1. */
    void awaitAttached(int number) throws InterruptedException {
        await("stream " + number, () -> attached >= number ? Optional.of(true) : Optional.empty());
    }

    RunnerMessage awaitMessage(String what, Predicate<RunnerMessage> wanted) throws InterruptedException {
        return await(what, () -> messages.stream().filter(wanted).findFirst());
    }

    void awaitActivity(RunnerActivity activity) throws InterruptedException {
        awaitMessage(
                activity.name(),
                message -> message.hasHeartbeat() && message.getHeartbeat().getActivity() == activity);
    }

    /** Waits until so many heartbeats with this activity were heard in all. */
    void awaitHeartbeats(RunnerActivity activity, int count) throws InterruptedException {
        await(count + " heartbeats", () -> heartbeats(activity) >= count ? Optional.of(true) : Optional.empty());
    }

    private synchronized long heartbeats(RunnerActivity activity) {
        return messages.stream()
                .filter(message ->
                        message.hasHeartbeat() && message.getHeartbeat().getActivity() == activity)
                .count();
    }

    TaskExit awaitExit() throws InterruptedException {
        return awaitMessage("an exit", RunnerMessage::hasExit).getExit();
    }

    /** The exit of this attempt of the task. */
    TaskExit awaitExit(int taskAttempt) throws InterruptedException {
        return awaitMessage(
                        "an exit of attempt " + taskAttempt,
                        message -> message.hasExit() && message.getRunner().getAttempt() == taskAttempt)
                .getExit();
    }

    /** Waits until so many more messages were heard: whatever was sent before has been answered. */
    void awaitMore(int count) throws InterruptedException {
        int heard = messages().size();
        awaitMessage(count + " more messages", any -> messages.size() >= heard + count);
    }

    /** Waits until no stream is open any more. */
    void awaitLeft() throws InterruptedException {
        await("the runner to leave", () -> left == attached ? Optional.of(true) : Optional.empty());
    }

    /** Waits until the process has written a line that begins so, and returns the rest of it. */
    String awaitLine(String start) throws InterruptedException {
        return awaitMessage(
                        "a line '" + start + "...'",
                        message -> message.hasOutput()
                                && message.getOutput().getLine().startsWith(start))
                .getOutput()
                .getLine()
                .substring(start.length());
    }

    synchronized List<RunnerMessage> messages() {
        return List.copyOf(messages);
    }

    synchronized List<String> lines(OutputChannel channel) {
        return messages.stream()
                .filter(message -> message.hasOutput() && message.getOutput().getChannel() == channel)
                .map(message -> message.getOutput().getLine())
                .toList();
    }

    @Override
    public synchronized void register(RegisterRequest request, StreamObserver<RegisterResponse> response) {
        registrations.add(request);
        notifyAll();
        if (refusal.isPresent()) {
            response.onError(refusal.get().asRuntimeException());
            return;
        }
        response.onNext(RegisterResponse.newBuilder()
                .setAmAttempt(attempt)
                .setPlan(plan)
                .build());
        response.onCompleted();
    }

    @Override
    public synchronized StreamObserver<RunnerMessage> attach(StreamObserver<RunnerCommand> response) {
        ServerCallStreamObserver<RunnerCommand> call = (ServerCallStreamObserver<RunnerCommand>) response;
        call.disableAutoRequest();
        call.request(1);
        call.setOnCancelHandler(this::gone);
        stream = Optional.of(call);
        attached++;
        notifyAll();
        return new StreamObserver<>() {
            @Override
            public void onNext(RunnerMessage message) {
                heard(call, message);
            }

            @Override
            public void onError(Throwable error) {
                // The runner went away; tests see that by its end.
            }

            @Override
            public void onCompleted() {
                call.onCompleted();
                gone();
            }
        };
    }

    private synchronized void gone() {
        left++;
        notifyAll();
    }

    private synchronized void heard(ServerCallStreamObserver<RunnerCommand> call, RunnerMessage message) {
        if (keepingOutput || !message.hasOutput()) {
            messages.add(message);
            notifyAll();
        }
        if (reading) {
            call.request(1);
        }
    }

    private synchronized <T> T await(String what, Supplier<Optional<T>> condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        for (; ; ) {
            Optional<T> found = condition.get();
            if (found.isPresent()) {
                return found.get();
            }
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                throw new AssertionError("waited in vain for " + what + "; heard " + messages);
            }
            wait(left);
        }
    }
}
