package org.ydl.am.rpc;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ydl.api.HostPort;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.AdoptResponse;
import org.ydl.api.v1.RunnerControlGrpc;

/** The endpoint of a runner, which an application master that takes over calls. It keeps what it was told. */
final class TestControl extends RunnerControlGrpc.RunnerControlImplBase implements AutoCloseable {
    private final BlockingQueue<AdoptRequest> told = new LinkedBlockingQueue<>();
    private final Consumer<StreamObserver<AdoptResponse>> answer;
    private final Server server;

    TestControl(HostPort address, Consumer<StreamObserver<AdoptResponse>> answer) throws IOException {
        this.answer = answer;
        this.server = InProcessServerBuilder.forName(address.toString())
                .addService(this)
                .build()
                .start();
    }

    @Override
    public void adopt(AdoptRequest request, StreamObserver<AdoptResponse> response) {
        told.add(request);
        answer.accept(response);
    }

    static void come(StreamObserver<AdoptResponse> response) {
        response.onNext(AdoptResponse.getDefaultInstance());
        response.onCompleted();
    }

    static Consumer<StreamObserver<AdoptResponse>> refusing(Status status) {
        return response -> response.onError(status.asRuntimeException());
    }

    /** As a node that is gone does. */
    static void stayAway(StreamObserver<AdoptResponse> response) {}

    AdoptRequest next() throws InterruptedException {
        AdoptRequest request = told.poll(10, TimeUnit.SECONDS);
        if (request == null) {
            throw new AssertionError("nobody called");
        }
        return request;
    }

    /** How often it was told and {@link #next} did not ask. */
    int unread() {
        return told.size();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
