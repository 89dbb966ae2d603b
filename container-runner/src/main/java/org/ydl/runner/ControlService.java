package org.ydl.runner;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import org.ydl.api.HostPort;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.AdoptResponse;
import org.ydl.api.v1.RunnerControlGrpc;

/**
 * What a runner serves itself: an application master that took over from one that is gone cannot be known to it, but
 * knows where it is.
 *
 * <p>Called on gRPC's threads, answers from the event loop. gRPC drops an answer to a single question whose caller has
 * gone.
 */
final class ControlService extends RunnerControlGrpc.RunnerControlImplBase {
    private final EventLoop loop;
    private final String container;
    private final MasterLink link;

    ControlService(EventLoop loop, String container, MasterLink link) {
        this.loop = loop;
        this.container = container;
        this.link = link;
    }

    @Override
    public void adopt(AdoptRequest request, StreamObserver<AdoptResponse> response) {
        loop.execute(() -> answer(request, response));
    }

    private void answer(AdoptRequest request, StreamObserver<AdoptResponse> response) {
        if (!request.getContainerId().equals(container)) {
            refuse(response, Status.NOT_FOUND, "this is " + container + ", not " + request.getContainerId());
            return;
        }
        HostPort master;
        try {
            master = new HostPort(request.getHost(), request.getPort());
        } catch (IllegalArgumentException e) {
            refuse(response, Status.INVALID_ARGUMENT, e.getMessage());
            return;
        }
        if (!link.adopt(master, request.getAmAttempt())) {
            Notes notes = link.notes();
            refuse(
                    response,
                    Status.FAILED_PRECONDITION,
                    container + " obeys application attempt " + notes.masterAttempt() + " at " + notes.master()
                            + ", not attempt " + request.getAmAttempt() + " at " + master);
            return;
        }
        response.onNext(AdoptResponse.newBuilder().setRunner(link.identity()).build());
        response.onCompleted();
    }

    private static void refuse(StreamObserver<AdoptResponse> response, Status status, String why) {
        response.onError(status.withDescription(why).asRuntimeException());
    }
}
