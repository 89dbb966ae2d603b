package org.ydl.am.rpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.TaskPlans;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;
import org.ydl.api.v1.ClusterSpec;
import org.ydl.api.v1.ForwardOutput;
import org.ydl.api.v1.Reform;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.Rerun;
import org.ydl.api.v1.RunnerActivity;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.RunnersGrpc;
import org.ydl.api.v1.Stop;
import org.ydl.api.v1.TaskExit;
import org.ydl.api.v1.TaskOutput;
import org.ydl.job.ExitReason;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.RunnerId;

/**
 * Speaks with runners. Whatever they say becomes an event; whatever the job answers goes out by ticket or container.
 *
 * <p>Callbacks come on gRPC's threads, answers on the driver's: the maps are concurrent and each stream is a monitor.
 * A newer stream of a container takes the place of an older one.
 */
final class RunnersService extends RunnersGrpc.RunnersImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(RunnersService.class);

    private final String appId;
    private final int amAttempt;
    private final TaskPlans plans;
    private final Consumer<JobEvent> events;
    private final Consumer<TaskOutput> output;
    private final Consumer<String> arrived;
    private final AtomicLong tickets = new AtomicLong();
    private final Map<Long, StreamObserver<RegisterResponse>> registrations = new ConcurrentHashMap<>();
    private final Map<String, RunnerStream> streams = new ConcurrentHashMap<>();
    private final Set<TaskId> forwarding = ConcurrentHashMap.newKeySet();

    /** @param arrived told the container of every runner that attaches */
    RunnersService(
            String appId,
            int amAttempt,
            TaskPlans plans,
            Consumer<JobEvent> events,
            Consumer<TaskOutput> output,
            Consumer<String> arrived) {
        this.appId = appId;
        this.amAttempt = amAttempt;
        this.plans = plans;
        this.events = events;
        this.output = output;
        this.arrived = arrived;
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<RegisterResponse> response) {
        if (isOfAnotherApplication(request.getRunner())) {
            response.onError(notHere().asRuntimeException());
            return;
        }
        RunnerRegistered event;
        long ticket = tickets.incrementAndGet();
        try {
            event = new RunnerRegistered(
                    ticket,
                    identity(request.getRunner()),
                    new HostPort(request.getHost(), request.getPort()),
                    new HostPort(request.getHost(), request.getControlPort()));
        } catch (IllegalArgumentException e) {
            response.onError(
                    Status.INVALID_ARGUMENT.withDescription(e.getMessage()).asRuntimeException());
            return;
        }
        registrations.put(ticket, response);
        events.accept(event);
    }

    @Override
    public StreamObserver<RunnerMessage> attach(StreamObserver<RunnerCommand> commands) {
        return new RunnerStream(commands);
    }

    void accept(long ticket, TaskId task) {
        take(ticket).ifPresent(response -> {
            response.onNext(RegisterResponse.newBuilder()
                    .setAmAttempt(amAttempt)
                    .setPlan(plans.of(task))
                    .build());
            response.onCompleted();
        });
    }

    void refuse(long ticket, String reason) {
        take(ticket)
                .ifPresent(response -> response.onError(
                        Status.FAILED_PRECONDITION.withDescription(reason).asRuntimeException()));
    }

    private Optional<StreamObserver<RegisterResponse>> take(long ticket) {
        return Optional.ofNullable(registrations.remove(ticket));
    }

    void send(String container, ClusterSpec spec) {
        stream(container)
                .ifPresent(stream -> stream.send(command().setSpec(spec).build()));
    }

    void stop(String container, String reason) {
        stream(container)
                .ifPresent(stream -> stream.send(
                        command().setStop(Stop.newBuilder().setReason(reason)).build()));
    }

    void reform(String container, int generation, String reason) {
        stream(container)
                .ifPresent(stream -> stream.send(command()
                        .setReform(Reform.newBuilder().setGeneration(generation).setReason(reason))
                        .build()));
    }

    void rerun(String container, int attempt) {
        stream(container)
                .ifPresent(stream -> stream.send(command()
                        .setRerun(Rerun.newBuilder().setAttempt(attempt))
                        .build()));
    }

    /**
     * From now on these tasks send their lines. A runner that is not attached is told when it is, and each one again
     * whenever it is back: it may be another process.
     */
    void forwardOutput(Set<TaskId> tasks) {
        Set<TaskId> asked = tasks.stream().filter(forwarding::add).collect(Collectors.toSet());
        if (!asked.isEmpty()) {
            streams.values().forEach(stream -> stream.forwardOutput(asked));
        }
    }

    void dismiss(String container, String reason) {
        stream(container).ifPresent(stream -> stream.refuse(Status.FAILED_PRECONDITION.withDescription(reason)));
    }

    boolean isAttached(String container) {
        return stream(container).isPresent();
    }

    /** Ends every stream: nobody is left to speak with. */
    void close() {
        streams.values().forEach(RunnerStream::onCompleted);
    }

    private Optional<RunnerStream> stream(String container) {
        return Optional.ofNullable(streams.get(container));
    }

    private RunnerCommand.Builder command() {
        return RunnerCommand.newBuilder().setAmAttempt(amAttempt);
    }

    /** One open stream of one runner. It becomes known by its first message. */
    private final class RunnerStream implements StreamObserver<RunnerMessage> {
        private final StreamObserver<RunnerCommand> commands;
        private volatile Optional<RunnerId> known = Optional.empty();
        private boolean closed;

        RunnerStream(StreamObserver<RunnerCommand> commands) {
            this.commands = commands;
            // With a handler, sending to a runner that has just gone does nothing; without one it throws, and the
            // sender is the driver. That the runner has gone is told by onError.
            ((ServerCallStreamObserver<RunnerCommand>) commands).setOnCancelHandler(() -> {});
        }

        @Override
        public void onNext(RunnerMessage message) {
            if (isOfAnotherApplication(message.getRunner())) {
                refuse(notHere());
                return;
            }
            RunnerId runner;
            try {
                runner = identity(message.getRunner());
            } catch (IllegalArgumentException e) {
                refuse(Status.FAILED_PRECONDITION.withDescription(e.getMessage()));
                return;
            }
            if (known.isEmpty()) {
                known = Optional.of(runner);
                streams.put(container(), this);
                arrived.accept(container());
                events.accept(new RunnerAttached(runner));
                forwardOutput(forwarding);
            }
            switch (message.getBodyCase()) {
                case HEARTBEAT ->
                    events.accept(
                            new RunnerHeard(runner, doing(message.getHeartbeat().getActivity())));
                case OUTPUT -> {
                    // A stranger's lines are nobody's, and a runner speaks for its own task only.
                    if (streams.get(container()) == this
                            && message.getOutput()
                                    .getTask()
                                    .equals(message.getRunner().getTask())) {
                        output.accept(message.getOutput());
                    }
                }
                case EXIT -> events.accept(new TaskExited(runner, reason(message.getExit())));
                case BODY_NOT_SET -> LOG.warn("an empty message from {}", runner);
            }
        }

        @Override
        public synchronized void onError(Throwable broken) {
            LOG.info("the stream of {} broke: {}", container(), broken.getMessage());
            streams.remove(container(), this);
            closed = true;
        }

        @Override
        public synchronized void onCompleted() {
            streams.remove(container(), this);
            if (!closed) {
                closed = true;
                commands.onCompleted();
            }
        }

        private String container() {
            return known.map(RunnerId::container).orElse("");
        }

        /** Asks for the output if this is the runner of one of these tasks. */
        void forwardOutput(Set<TaskId> tasks) {
            if (known.filter(runner -> tasks.contains(runner.task())).isPresent()) {
                send(command()
                        .setForwardOutput(ForwardOutput.getDefaultInstance())
                        .build());
            }
        }

        synchronized void send(RunnerCommand command) {
            if (!closed) {
                commands.onNext(command);
            }
        }

        synchronized void refuse(Status why) {
            LOG.warn("refusing {}: {}", container(), why);
            streams.remove(container(), this);
            if (!closed) {
                closed = true;
                commands.onError(why.asRuntimeException());
            }
        }
    }

    private boolean isOfAnotherApplication(RunnerIdentity runner) {
        return !runner.getApplicationId().equals(appId);
    }

    /** This port was another master's before: what its runners look for is not here, but may be elsewhere. */
    private Status notHere() {
        return Status.UNAVAILABLE.withDescription("this is the application master of " + appId);
    }

    private static RunnerId identity(RunnerIdentity message) {
        return new RunnerId(
                message.getContainerId(),
                TaskId.from(message.getTask()),
                message.getAttempt(),
                message.getGeneration());
    }

    private static ExitReason reason(TaskExit exit) {
        return exit.getRunnerError().isEmpty()
                ? ExitReason.ofProcess(exit.getExitCode(), exit.getErrorTailList())
                : ExitReason.of(ExitReason.Kind.SERVER_FAILED, "could not be started: " + exit.getRunnerError());
    }

    private static String doing(RunnerActivity activity) {
        return switch (activity) {
            case RUNNER_ACTIVITY_AWAITING_SPEC -> "waiting for the other tasks";
            case RUNNER_ACTIVITY_STARTING_SERVER -> "starting its TensorFlow server";
            case RUNNER_ACTIVITY_SERVING -> "serving";
            case RUNNER_ACTIVITY_RUNNING_JOB -> "running the job";
            case RUNNER_ACTIVITY_EXITED -> "done, and serving its peers";
            case RUNNER_ACTIVITY_STOPPING -> "stopping";
            case RUNNER_ACTIVITY_UNSPECIFIED, UNRECOGNIZED -> "something this version does not know";
        };
    }
}
