package org.ydl.am.rpc;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ydl.api.HostPort;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.AdoptResponse;
import org.ydl.api.v1.RunnerControlGrpc;

/** The endpoint of a runner, which an application master that takes over calls. It keeps what it was told. */
final class TestControl extends RunnerControlGrpc.RunnerControlImplBase implements AutoCloseable {
    private final BlockingQueue<AdoptRequest> told = new LinkedBlockingQueue<>();
    private final Optional<Status> refusal;
    private final Server server;

    /** @param refusal what it answers; absent: that it comes */
    TestControl(HostPort address, Optional<Status> refusal) throws IOException {
        this.refusal = refusal;
        this.server = InProcessServerBuilder.forName(address.toString())
                .addService(this)
                .build()
                .start();
    }

    static ManagedChannel dial(HostPort address) {
        return InProcessChannelBuilder.forName(address.toString()).build();
    }

    @Override
    public void adopt(AdoptRequest request, StreamObserver<AdoptResponse> response) {
        told.add(request);
        if (refusal.isPresent()) {
            response.onError(refusal.get().asRuntimeException());
            return;
        }
        response.onNext(AdoptResponse.getDefaultInstance());
        response.onCompleted();
    }

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
