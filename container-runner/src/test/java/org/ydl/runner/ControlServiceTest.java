package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.HostPort;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.AdoptResponse;
import org.ydl.api.v1.RunnerControlGrpc;

@Timeout(60)
class ControlServiceTest {
    private static final String CONTAINER = "container_1";

    @Test
    void anAnswerToACallerWhoHasGoneIsNoFault(@TempDir Path temp) throws Exception {
        CompletableFuture<HostPort> obeyed = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch gone = new CountDownLatch(1);
        String name = UUID.randomUUID().toString();
        ManagedChannel caller = InProcessChannelBuilder.forName(name).build();
        try (EventLoop loop = new EventLoop(obeyed::completeExceptionally)) {
            MasterLink link = link(loop, new NoteFile(temp.resolve("notes")));
            Server server = InProcessServerBuilder.forName(name)
                    .addService(new ControlService(loop, CONTAINER, link))
                    .intercept(new Cancels(asked, gone))
                    .build()
                    .start();
            loop.execute(() -> await(gone));
            ListenableFuture<AdoptResponse> call = RunnerControlGrpc.newFutureStub(caller)
                    .adopt(AdoptRequest.newBuilder()
                            .setContainerId(CONTAINER)
                            .setAmAttempt(2)
                            .setHost("master")
                            .setPort(2)
                            .build());
            await(asked);

            call.cancel(true);

            await(gone);
            loop.execute(() -> obeyed.complete(link.notes().master()));
            assertEquals(new HostPort("master", 2), obeyed.get(20, TimeUnit.SECONDS));
            server.shutdownNow();
        } finally {
            caller.shutdownNow();
        }
    }

    private static MasterLink link(EventLoop loop, NoteFile file) {
        RunnerEnvironment runner = RunnerFixture.environment(CONTAINER, RunnerFixture.TASK);
        Notes notes = new Notes(runner.master(), 1, Duration.ofSeconds(20), 0, 0);
        return new MasterLink(
                loop,
                address -> {
                    throw new AssertionError("nothing connects before it is opened");
                },
                runner,
                notes,
                file);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Tells when a question was put to the service, and when its caller has gone. */
    private record Cancels(CountDownLatch asked, CountDownLatch gone) implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
                @Override
                public void onHalfClose() {
                    super.onHalfClose();
                    asked.countDown();
                }

                @Override
                public void onCancel() {
                    super.onCancel();
                    gone.countDown();
                }
            };
        }
    }
}
