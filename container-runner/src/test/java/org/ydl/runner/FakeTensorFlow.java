package org.ydl.runner;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ydl.api.TaskPlace;

/** A server that only says it serves. */
final class FakeTensorFlow implements Server {
    static final Path LIBRARY = Path.of("/lib/tensorflow/libtensorflow_cc.so.2");

    private final CompletableFuture<Plan> prepared = new CompletableFuture<>();
    private final AtomicInteger starts = new AtomicInteger();
    private volatile Optional<String> failure = Optional.empty();

    void failWith(String message) {
        failure = Optional.of(message);
    }

    /** Whether anything at all was asked of it. */
    boolean wasUsed() {
        return starts.get() > 0 || prepared.isDone();
    }

    int starts() {
        return starts.get();
    }

    Plan awaitPrepared() throws Exception {
        return prepared.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void prepare(Plan plan) {
        prepared.complete(plan);
    }

    @Override
    public Serving start(TaskPlace place) throws ServerFailedException {
        if (failure.isPresent()) {
            throw new ServerFailedException(failure.get(), new IllegalStateException());
        }
        starts.incrementAndGet();
        return new Serving("grpc://" + place.spec().of(place.task()), LIBRARY);
    }
}
