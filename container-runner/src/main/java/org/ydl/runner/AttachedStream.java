package org.ydl.runner;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.Optional;
import org.ydl.api.v1.Heartbeat;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskOutput;

/**
 * One stream to the application master, from its opening to its break. All methods are called on the event loop, gRPC's
 * callbacks included.
 */
final class AttachedStream implements ClientResponseObserver<RunnerMessage, RunnerCommand> {
    private final Outbox outbox;
    private final Owner owner;
    private ClientCallStreamObserver<RunnerMessage> call;
    private boolean exitSent;
    private boolean halfClosed;

    /** Who holds the stream. */
    interface Owner {
        /** The stream takes messages again. */
        void ready(AttachedStream stream);

        void commanded(AttachedStream stream, RunnerCommand command);

        /** Told once; the stream is of no more use. */
        void ended(AttachedStream stream, Status status);
    }

    AttachedStream(Outbox outbox, Owner owner) {
        this.outbox = outbox;
        this.owner = owner;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<RunnerMessage> requests) {
        call = requests;
        requests.setOnReadyHandler(() -> owner.ready(this));
    }

    void heartbeat(RunnerIdentity identity, RunnerActivity activity) {
        if (!halfClosed) {
            call.onNext(RunnerMessage.newBuilder()
                    .setRunner(identity)
                    .setHeartbeat(Heartbeat.newBuilder().setActivity(activity))
                    .build());
        }
    }

    /** A heartbeat that may be left out: one that waits behind unread output says nothing. */
    void heartbeatIfReady(RunnerIdentity identity, RunnerActivity activity) {
        if (call.isReady()) {
            heartbeat(identity, activity);
        }
    }

    /** Sends the lines that the application master has room for and, behind the last one, the exit. */
    void flush(RunnerIdentity identity, Optional<TaskExit> exit) {
        if (halfClosed) {
            return;
        }
        while (call.isReady() && !outbox.isEmpty()) {
            TaskOutput line = outbox.poll().orElseThrow();
            call.onNext(RunnerMessage.newBuilder()
                    .setRunner(identity)
                    .setOutput(line)
                    .build());
        }
        if (exit.isPresent() && !exitSent && outbox.isEmpty()) {
            exitSent = true;
            call.onNext(RunnerMessage.newBuilder()
                    .setRunner(identity)
                    .setExit(exit.get())
                    .build());
        }
    }

    /** Says goodbye once everything is sent; until then does nothing. */
    void closeIfFlushed(Optional<TaskExit> exit) {
        if (!halfClosed && outbox.isEmpty() && (exit.isEmpty() || exitSent)) {
            halfClosed = true;
            call.onCompleted();
        }
    }

    @Override
    public void onNext(RunnerCommand command) {
        owner.commanded(this, command);
    }

    @Override
    public void onError(Throwable error) {
        owner.ended(this, Status.fromThrowable(error));
    }

    @Override
    public void onCompleted() {
        owner.ended(this, Status.UNAVAILABLE.withDescription("the application master closed the stream"));
    }
}
