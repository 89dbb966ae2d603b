package org.ydl.am.rpc;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ydl.api.TaskId;
import org.ydl.api.v1.Heartbeat;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.RunnersGrpc;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskOutput;
import org.ydl.job.JobFixture;

/** A runner as the application master sees it: whatever a test lets it say. */
final class TestRunner implements StreamObserver<RunnerCommand> {
    /** What it adds to its server's port for that of its own endpoint. */
    static final int CONTROL = 1000;

    private static final long PATIENCE_SECONDS = 10;

    private final Channel channel;
    private final TaskId task;
    private final RunnerIdentity identity;
    private final BlockingQueue<RunnerCommand> commands = new LinkedBlockingQueue<>();
    private final CompletableFuture<Status.Code> closed = new CompletableFuture<>();
    private StreamObserver<RunnerMessage> stream;

    TestRunner(Channel channel, String container, TaskId task) {
        this(channel, JobFixture.APP, container, task);
    }

    TestRunner(Channel channel, String app, String container, TaskId task) {
        this.channel = channel;
        this.task = task;
        this.identity = RunnerIdentity.newBuilder()
                .setApplicationId(app)
                .setContainerId(container)
                .setTask(task.toMessage())
                .build();
    }

    TaskId task() {
        return task;
    }

    String container() {
        return identity.getContainerId();
    }

    RegisterResponse register(int port) {
        return RunnersGrpc.newBlockingStub(channel)
                .register(RegisterRequest.newBuilder()
                        .setRunner(identity)
                        .setHost("localhost")
                        .setPort(port)
                        .setControlPort(port + CONTROL)
                        .build());
    }

    TestRunner attach() {
        stream = RunnersGrpc.newStub(channel).attach(this);
        return this;
    }

    /** As if its network broke. */
    void breakOff() {
        stream.onError(Status.CANCELLED.asRuntimeException());
    }

    void heartbeat(RunnerActivity activity) {
        stream.onNext(message()
                .setHeartbeat(Heartbeat.newBuilder().setActivity(activity))
                .build());
    }

    void output(String line, long number) {
        stream.onNext(message()
                .setOutput(TaskOutput.newBuilder()
                        .setTask(task.toMessage())
                        .setChannel(OutputChannel.OUTPUT_CHANNEL_STDOUT)
                        .setNumber(number)
                        .setLine(line))
                .build());
    }

    void exit(int code, String... errorTail) {
        stream.onNext(message()
                .setExit(TaskExit.newBuilder().setExitCode(code).addAllErrorTail(List.of(errorTail)))
                .build());
    }

    RunnerCommand nextCommand() throws InterruptedException, TimeoutException {
        RunnerCommand command = commands.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (command == null) {
            throw new TimeoutException(task + " was told nothing");
        }
        return command;
    }

    Status.Code closedWith() throws Exception {
        return closed.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private RunnerMessage.Builder message() {
        return RunnerMessage.newBuilder().setRunner(identity);
    }

    @Override
    public void onNext(RunnerCommand command) {
        commands.add(command);
    }

    @Override
    public void onError(Throwable cause) {
        closed.complete(Status.fromThrowable(cause).getCode());
    }

    @Override
    public void onCompleted() {
        closed.complete(Status.Code.OK);
    }
}
