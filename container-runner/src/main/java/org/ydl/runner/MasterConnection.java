package org.ydl.runner;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ydl.api.HostPort;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnersGrpc;

/**
 * The connection to the application master at one address, for as long as the runner obeys that one: registers and
 * attaches a stream, and whenever that breaks does both again, at growing intervals.
 *
 * <p>Lives on the event loop: every method is called there, and so is the owner, but for {@link Owner#ready}. gRPC's
 * callbacks only enqueue an event: what they throw gRPC would take for a broken call, and the runner would call again for
 * ever. Owns the channel. Nothing is heard of a connection that was closed.
 */
final class MasterConnection implements AttachedStream.Owner {
    private static final Logger LOG = System.getLogger("master");

    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);

    private final EventLoop loop;
    private final HostPort master;
    private final ManagedChannel channel;
    private final RunnersGrpc.RunnersStub stub;
    private final Outbox outbox;
    private final Owner owner;
    private final Backoff backoff = new Backoff();

    private Optional<AttachedStream> stream = Optional.empty();
    private boolean quiet; // once is enough for the log
    private boolean closed;

    /** Who holds the connection. */
    interface Owner {
        /** Whether to listen to this application attempt; a higher one has not been seen. */
        boolean obeys(int masterAttempt);

        RegisterRequest registration();

        /** A stream follows. */
        void registered(RegisterResponse response);

        void attached(AttachedStream stream);

        /** The stream takes messages again. Called on any thread. */
        void ready();

        void commanded(RunnerCommand command);

        /** Returns whether to try again. */
        boolean outOfTouch(Status why);
    }

    MasterConnection(EventLoop loop, HostPort master, ManagedChannel channel, Outbox outbox, Owner owner) {
        this.loop = loop;
        this.master = master;
        this.channel = channel;
        this.stub = RunnersGrpc.newStub(channel).withExecutor(Runnable::run);
        this.outbox = outbox;
        this.owner = owner;
    }

    /** Called once, first. */
    void open() {
        register();
    }

    /** The stream, while there is one. */
    Optional<AttachedStream> stream() {
        return stream;
    }

    /** Hears nothing any more. What was said may still leave. */
    void close() {
        closed = true;
        stream = Optional.empty();
        channel.shutdown();
    }

    /** Closes it in a way that the application master notices. */
    void breakOff() {
        close();
        channel.shutdownNow();
    }

    private void register() {
        StreamObserver<RegisterResponse> answer = new StreamObserver<>() {
            @Override
            public void onNext(RegisterResponse response) {
                loop.execute(() -> registered(response));
            }

            @Override
            public void onError(Throwable error) {
                loop.execute(() -> failed("registering", Status.fromThrowable(error)));
            }

            @Override
            public void onCompleted() {
                // The answer was all.
            }
        };
        stub.withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS).register(owner.registration(), answer);
    }

    private void registered(RegisterResponse response) {
        if (closed) {
            return;
        }
        if (!owner.obeys(response.getAmAttempt())) {
            failed("registering", Status.UNAVAILABLE.withDescription(stale(response.getAmAttempt())));
            return;
        }
        owner.registered(response);
        if (closed) {
            return;
        }
        LOG.log(Level.INFO, "registered with " + master + ", application attempt " + response.getAmAttempt());
        quiet = false;
        AttachedStream attached = new AttachedStream(outbox, this);
        stream = Optional.of(attached);
        backoff.connected();
        stub.attach(attached);
        owner.attached(attached);
    }

    @Override
    public void ready(AttachedStream from) {
        owner.ready();
    }

    @Override
    public void commanded(AttachedStream from, RunnerCommand command) {
        loop.execute(() -> {
            if (!isCurrent(from)) {
                return;
            }
            if (owner.obeys(command.getAmAttempt())) {
                owner.commanded(command);
            } else {
                LOG.log(Level.WARNING, "ignored a command: " + stale(command.getAmAttempt()));
            }
        });
    }

    @Override
    public void ended(AttachedStream from, Status status) {
        loop.execute(() -> {
            if (isCurrent(from)) {
                stream = Optional.empty();
                backoff.disconnected();
                failed("the stream", status);
            }
        });
    }

    private void failed(String what, Status status) {
        if (closed || !owner.outOfTouch(status)) {
            return;
        }
        if (!quiet) {
            quiet = true;
            LOG.log(Level.WARNING, what + " with " + master + " failed, trying again: " + words(status));
        }
        loop.after(backoff.next(), () -> {
            if (!closed) {
                channel.resetConnectBackoff(); // gRPC's own intervals grow to two minutes
                register();
            }
        });
    }

    private boolean isCurrent(AttachedStream other) {
        return stream.isPresent() && stream.get() == other;
    }

    private static String stale(int attempt) {
        return "it came from application attempt " + attempt + ", but a later one has taken over";
    }

    static String words(Status status) {
        return status.getDescription() == null
                ? status.getCode().name()
                : status.getCode() + ": " + status.getDescription();
    }
}
