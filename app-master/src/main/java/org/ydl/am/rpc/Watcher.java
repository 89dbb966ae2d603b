package org.ydl.am.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One open stream to someone who watches. Messages wait in a bounded queue while the reader is slow; the oldest go
 * first, so that nobody's slow terminal fills the application master's memory.
 *
 * <p>Its own monitor: any thread may offer.
 */
final class Watcher<M> {
    private static final int CAPACITY = 10_000;

    private final ServerCallStreamObserver<M> stream;
    private final Deque<M> waiting = new ArrayDeque<>();
    private boolean ending;
    private boolean ended;

    Watcher(StreamObserver<M> stream) {
        this(stream, () -> {});
    }

    /** @param left called once if the reader goes away before the end */
    Watcher(StreamObserver<M> stream, Runnable left) {
        this.stream = (ServerCallStreamObserver<M>) stream;
        this.stream.setOnCancelHandler(() -> {
            leave();
            left.run();
        });
        this.stream.setOnReadyHandler(this::drain);
    }

    synchronized void offer(M message) {
        if (ending || ended) {
            return;
        }
        if (waiting.size() == CAPACITY) {
            waiting.removeFirst();
        }
        waiting.addLast(message);
        drain();
    }

    /** Completes the stream after what waits was sent. */
    synchronized void end() {
        ending = true;
        drain();
    }

    /** Whether nothing will be sent any more. */
    synchronized boolean isGone() {
        return ended;
    }

    private synchronized void leave() {
        ended = true;
        waiting.clear();
    }

    private synchronized void drain() {
        while (!ended && stream.isReady() && !waiting.isEmpty()) {
            stream.onNext(waiting.removeFirst());
        }
        if (ending && !ended && waiting.isEmpty()) {
            ended = true;
            stream.onCompleted();
        }
    }
}
