package org.ydl.runner;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.ydl.api.TaskPlace;

/** A server that only says it serves. */
final class FakeTensorFlow implements Server {
    private final CompletableFuture<Plan> prepared = new CompletableFuture<>();
    private volatile Optional<String> failure = Optional.empty();

    void failWith(String message) {
        failure = Optional.of(message);
    }

    Plan awaitPrepared() throws Exception {
        return prepared.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void prepare(Plan plan) {
        prepared.complete(plan);
    }

    @Override
    public String start(TaskPlace place) throws ServerFailedException {
        if (failure.isPresent()) {
            throw new ServerFailedException(failure.get(), new IllegalStateException());
        }
        return "grpc://" + place.spec().of(place.task());
    }
}
