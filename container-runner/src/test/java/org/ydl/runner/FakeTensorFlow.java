package org.ydl.runner;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ydl.api.TaskPlace;

/** A server that only says it serves. */
final class FakeTensorFlow implements Server {
    static final Path LIBRARY = Path.of("/lib/tensorflow/libtensorflow_cc.so.2");

    private final CompletableFuture<Plan> prepared = new CompletableFuture<>();
    private volatile boolean started;
    private volatile Optional<String> failure = Optional.empty();

    void failWith(String message) {
        failure = Optional.of(message);
    }

    /** Whether anything at all was asked of it. */
    boolean wasUsed() {
        return started || prepared.isDone();
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
        started = true;
        return new Serving("grpc://" + place.spec().of(place.task()), LIBRARY);
    }
}
