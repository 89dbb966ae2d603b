package org.ydl.runner;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ydl.api.ClusterSpec;
import org.ydl.api.Limits;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.RunnersGrpc;
import org.ydl.api.v1.TaskExit;

/**
 * What a runner and its application master say to each other, over connections that may break.
 *
 * <p>Registers and attaches a stream; whenever that breaks does both again, at growing intervals, and says once more what
 * the application master must know: the activity and the task's exit. Lines that were on the way when a stream broke are
 * lost. Obeys only the highest application attempt it has seen.
 *
 * <p>Lives on the event loop: every method but {@link #output} is called there, and so is the listener. gRPC's callbacks
 * only enqueue an event: what they throw gRPC would take for a broken call, and the runner would call again for ever.
 */
final class MasterLink implements AttachedStream.Owner {
    private static final Logger LOG = System.getLogger("master");

    /** Output that waits for the application master, in the unit of {@link Outbox}: some thousand lines. */
    private static final int OUTBOX_LIMIT = 1 << 20;

    /** Answers that no repetition will change. */
    private static final Set<Status.Code> REFUSALS = EnumSet.of(
            Status.Code.FAILED_PRECONDITION,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.NOT_FOUND,
            Status.Code.PERMISSION_DENIED,
            Status.Code.UNAUTHENTICATED,
            Status.Code.UNIMPLEMENTED);

    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);

    /** For the last messages to leave, when the runner ends. */
    private static final Duration GOODBYE_LIMIT = Duration.ofSeconds(2);

    private final EventLoop loop;
    private final ManagedChannel channel;
    private final RunnersGrpc.RunnersStub stub;
    private final RunnerEnvironment runner;
    private final int port;
    private final Outbox outbox;
    private final Backoff backoff = new Backoff();
    private final AtomicBoolean flushEnqueued = new AtomicBoolean();

    private Listener listener;
    private Optional<Plan> plan = Optional.empty();
    private Optional<AttachedStream> stream = Optional.empty();
    private Optional<EventLoop.Timer> lost = Optional.empty();
    private Optional<TaskExit> exit = Optional.empty();
    private Optional<Runnable> whenClosed = Optional.empty();
    private RunnerActivity activity = RunnerActivity.RUNNER_ACTIVITY_AWAITING_SPEC;
    private boolean inTrouble;
    private int masterAttempt;
    private int generation;

    /** What comes from the application master, or fails to. */
    interface Listener {
        /** Registered for the first time. */
        void planned(Plan plan);

        /** May come again for the same generation. */
        void specSealed(ClusterSpec spec);

        void stopOrdered(String reason);

        /** The application master will not have this runner. Nothing follows. */
        void refused(String why);

        /** Out of touch for longer than allowed. Nothing follows. */
        void masterLost(Duration limit);
    }

    /** @param port the one this runner holds */
    MasterLink(EventLoop loop, ManagedChannel channel, RunnerEnvironment runner, int port) {
        this.loop = loop;
        this.channel = channel;
        this.stub = RunnersGrpc.newStub(channel).withExecutor(Runnable::run);
        this.runner = runner;
        this.port = port;
        this.outbox = new Outbox(runner.task(), OUTBOX_LIMIT, this::flushSoon);
    }

    /** Called once, first. */
    void open(Listener hears) {
        listener = hears;
        outOfTouch();
        register();
    }

    /**
     * A line of the user's process, for the application master if it wants them. The one method for any thread; never
     * blocks.
     */
    void output(OutputChannel from, String line) {
        outbox.add(from, line);
    }

    /** Tells the application master at once, and again with every heartbeat. */
    void activity(RunnerActivity now) {
        activity = now;
        stream.ifPresent(attached -> attached.heartbeat(identity(), activity));
    }

    /** Sent behind all output, and again after every reconnect. */
    void report(TaskExit end) {
        exit = Optional.of(end);
        flush();
    }

    /** From any thread. One event at a time, however often the outbox fills: what else happens gets its turn. */
    private void flushSoon() {
        if (flushEnqueued.compareAndSet(false, true)) {
            loop.execute(() -> {
                flushEnqueued.set(false);
                flush();
            });
        }
    }

    private void flush() {
        boolean more = stream.isPresent() && stream.get().flush(identity(), exit);
        if (more) {
            flushSoon();
        }
        whenClosed.ifPresent(closing -> stream.ifPresent(attached -> attached.closeIfFlushed(exit)));
    }

    /** Ends the conversation after the last messages have left, or without them if they do not leave soon. */
    void close(Runnable whenDone) {
        whenClosed = Optional.of(whenDone);
        lost.ifPresent(EventLoop.Timer::cancel);
        if (stream.isEmpty()) {
            closed();
            return;
        }
        loop.after(GOODBYE_LIMIT, this::closed);
        flush();
    }

    private void closed() {
        stream = Optional.empty();
        whenClosed.ifPresent(Runnable::run);
    }

    private void register() {
        RegisterRequest request = RegisterRequest.newBuilder()
                .setRunner(identity())
                .setHost(runner.host())
                .setPort(port)
                .build();
        stub.withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS).register(request, new StreamObserver<>() {
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
        });
    }

    private void registered(RegisterResponse response) {
        if (whenClosed.isPresent()) {
            return;
        }
        if (response.getAmAttempt() < masterAttempt) {
            failed("registering", staleMaster(response.getAmAttempt()));
            return;
        }
        masterAttempt = response.getAmAttempt();
        lost.ifPresent(EventLoop.Timer::cancel);
        lost = Optional.empty();
        boolean first = plan.isEmpty();
        if (first) {
            plan = Optional.of(Plan.from(response.getPlan()));
            loop.every(
                    plan.get().heartbeatInterval(),
                    () -> stream.ifPresent(attached -> attached.heartbeat(identity(), activity)));
        }
        if (response.getPlan().getForwardOutput()) {
            outbox.open();
        }
        attach();
        if (first || inTrouble) {
            inTrouble = false;
            LOG.log(Level.INFO, "registered as " + runner.task() + " at " + runner.host() + ":" + port);
        }
        if (first) {
            listener.planned(plan.get());
        }
    }

    private void attach() {
        AttachedStream attached = new AttachedStream(outbox, this);
        stream = Optional.of(attached);
        backoff.connected();
        stub.attach(attached);
        attached.heartbeat(identity(), activity);
        flush();
    }

    @Override
    public void ready(AttachedStream from) {
        flushSoon();
    }

    @Override
    public void commanded(AttachedStream from, RunnerCommand command) {
        loop.execute(() -> obey(from, command));
    }

    @Override
    public void ended(AttachedStream from, Status status) {
        loop.execute(() -> broken(from, status));
    }

    private void obey(AttachedStream from, RunnerCommand command) {
        if (!isCurrent(from) || whenClosed.isPresent()) {
            return;
        }
        if (command.getAmAttempt() < masterAttempt) {
            LOG.log(
                    Level.WARNING,
                    "ignored a command: " + staleMaster(command.getAmAttempt()).getDescription());
            return;
        }
        masterAttempt = command.getAmAttempt();
        switch (command.getCommandCase()) {
            case SPEC -> {
                ClusterSpec spec = ClusterSpec.from(command.getSpec());
                generation = Math.max(generation, spec.generation());
                listener.specSealed(spec);
            }
            case STOP -> listener.stopOrdered(command.getStop().getReason());
            case FORWARD_OUTPUT -> outbox.open();
            case COMMAND_NOT_SET -> LOG.log(Level.WARNING, "ignored a command that this version of ydl does not know");
        }
    }

    private void broken(AttachedStream from, Status status) {
        if (!isCurrent(from)) {
            return;
        }
        stream = Optional.empty();
        if (whenClosed.isPresent()) {
            closed();
            return;
        }
        backoff.disconnected();
        failed("the stream", status);
    }

    private void failed(String what, Status status) {
        if (whenClosed.isPresent()) {
            return;
        }
        if (REFUSALS.contains(status.getCode())) {
            lost.ifPresent(EventLoop.Timer::cancel);
            listener.refused(words(status));
            return;
        }
        outOfTouch();
        if (!inTrouble) {
            inTrouble = true; // once is enough for the log
            LOG.log(Level.WARNING, what + " with " + runner.master() + " failed, trying again: " + words(status));
        }
        loop.after(backoff.next(), () -> {
            if (whenClosed.isEmpty()) {
                channel.resetConnectBackoff(); // gRPC's own intervals grow to two minutes
                register();
            }
        });
    }

    /** Starts the time that the runner may go on by itself, unless it runs already. */
    private void outOfTouch() {
        if (lost.isEmpty()) {
            Duration limit = plan.map(Plan::masterLostLimit).orElse(Limits.DEFAULT.masterLost());
            lost = Optional.of(loop.after(limit, () -> listener.masterLost(limit)));
        }
    }

    private boolean isCurrent(AttachedStream other) {
        return stream.isPresent() && stream.get() == other;
    }

    private RunnerIdentity identity() {
        return runner.identity(generation);
    }

    private Status staleMaster(int attempt) {
        return Status.UNAVAILABLE.withDescription(
                "it came from application attempt " + attempt + ", but attempt " + masterAttempt + " has taken over");
    }

    private static String words(Status status) {
        return status.getDescription() == null
                ? status.getCode().name()
                : status.getCode() + ": " + status.getDescription();
    }
}
