package org.ydl.am.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.List;

/** The server's end of a stream whose reader is as slow as a test wants: keeps what was sent. */
final class RecordedStream<M> extends ServerCallStreamObserver<M> {
    private final List<M> sent = new ArrayList<>();
    private Runnable onReady = () -> {};
    private Runnable onCancel = () -> {};
    private int room;
    private boolean completed;
    private boolean cancelled;

    /** The reader takes so many messages more. */
    void makeRoom(int messages) {
        room += messages;
        onReady.run();
    }

    /** The reader goes away. */
    void cancel() {
        cancelled = true;
        onCancel.run();
    }

    List<M> sent() {
        return List.copyOf(sent);
    }

    boolean isCompleted() {
        return completed;
    }

    @Override
    public boolean isReady() {
        return room > 0 && !cancelled;
    }

    @Override
    public void onNext(M message) {
        if (completed || cancelled) {
            throw new IllegalStateException("sent into a closed stream: " + message);
        }
        room--;
        sent.add(message);
    }

    @Override
    public void onCompleted() {
        if (completed || cancelled) {
            throw new IllegalStateException("completed a closed stream");
        }
        completed = true;
    }

    @Override
    public void onError(Throwable error) {
        throw new IllegalStateException(error);
    }

    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void setOnCancelHandler(Runnable handler) {
        onCancel = handler;
    }

    @Override
    public void setOnReadyHandler(Runnable handler) {
        onReady = handler;
    }

    @Override
    public void setCompression(String compression) {}

    @Override
    public void disableAutoInboundFlowControl() {}

    @Override
    public void request(int count) {}

    @Override
    public void setMessageCompression(boolean enable) {}
}
