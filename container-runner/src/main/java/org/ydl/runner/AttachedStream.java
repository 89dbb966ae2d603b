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
import org.ydl.api.v1.TaskOutput;

/**
 * One stream to the application master, from its opening to its break. All methods are called on the event loop, but for
 * gRPC's callbacks, which are passed on to the owner on gRPC's threads.
 */
final class AttachedStream implements ClientResponseObserver<RunnerMessage, RunnerCommand> {
    /** Lines that are sent in one turn: the event loop has other things to do than to empty what is filled as fast. */
    private static final int LINES_PER_TURN = 256;

    private final Outbox outbox;
    private final Owner owner;
    private ClientCallStreamObserver<RunnerMessage> call;
    private Optional<RunnerMessage> exitSent = Optional.empty();
    private boolean halfClosed;

    /** Who holds the stream. Called on gRPC's threads, one call at a time for each stream. */
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

    /** Sent even if the stream is not ready: under steady output it hardly ever is, and silence means a lost runner. */
    void heartbeat(RunnerIdentity identity, RunnerActivity activity) {
        if (!halfClosed) {
            call.onNext(RunnerMessage.newBuilder()
                    .setRunner(identity)
                    .setHeartbeat(Heartbeat.newBuilder().setActivity(activity))
                    .build());
        }
    }

    /**
     * Sends some of the lines that the application master has room for and, behind the last one, the exit.
     *
     * @param exit the whole message, with the identity of the attempt that it ends
     * @return whether more could be sent at once, in a next turn
     */
    boolean flush(RunnerIdentity identity, Optional<RunnerMessage> exit) {
        if (halfClosed) {
            return false;
        }
        for (int lines = 0; lines < LINES_PER_TURN && call.isReady() && !outbox.isEmpty(); lines++) {
            TaskOutput line = outbox.poll().orElseThrow();
            call.onNext(RunnerMessage.newBuilder()
                    .setRunner(identity)
                    .setOutput(line)
                    .build());
        }
        if (exit.isPresent() && !exit.equals(exitSent) && outbox.isEmpty()) {
            exitSent = exit;
            call.onNext(exit.get());
        }
        return call.isReady() && !outbox.isEmpty();
    }

    /** Says goodbye once everything is sent; until then does nothing. */
    void closeIfFlushed(Optional<RunnerMessage> exit) {
        if (!halfClosed && outbox.isEmpty() && (exit.isEmpty() || exit.equals(exitSent))) {
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
