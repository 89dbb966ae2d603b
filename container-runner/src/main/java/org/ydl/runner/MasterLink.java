package org.ydl.runner;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.v1.RegisterRequest;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerIdentity;

/**
 * What a runner and its application master say to each other, whoever that is at the time.
 *
 * <p>Obeys only the highest application attempt it has seen: when a later one {@linkplain #adopt adopts} the runner, the
 * connection to the former is closed and nothing of it is heard any more. Says once more after every reconnect what the
 * application master must know: the activity and the task's exit. Lines that were on the way when a stream broke are
 * lost. Keeps the runner's notes.
 *
 * <p>Lives on the event loop: every method is called there, and so is the listener. Owns the connection.
 */
final class MasterLink implements MasterConnection.Owner {
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

    /** For the last messages to leave, when the runner ends. */
    private static final Duration GOODBYE_LIMIT = Duration.ofSeconds(2);

    private final EventLoop loop;
    private final Function<HostPort, ManagedChannel> channels;
    private final RunnerEnvironment runner;
    private final NoteFile file;
    private final TaskReport report;

    private Notes notes;
    private MasterListener listener;
    private int port;
    private Optional<MasterConnection> connection = Optional.empty();
    private Optional<Plan> plan = Optional.empty();
    private Optional<EventLoop.Timer> lost = Optional.empty();
    private Optional<Runnable> whenClosed = Optional.empty();
    private int generation;

    /**
     * @param channels makes a channel to an address
     * @param notes how things stand
     */
    MasterLink(
            EventLoop loop,
            Function<HostPort, ManagedChannel> channels,
            RunnerEnvironment runner,
            Notes notes,
            NoteFile file) {
        this.loop = loop;
        this.channels = channels;
        this.runner = runner;
        this.notes = notes;
        this.file = file;
        this.report = new TaskReport(loop, runner, OUTBOX_LIMIT, this::identity, this::stream);
    }

    /**
     * Called once. Nothing but {@link #adopt} may come before.
     *
     * @param taskPort the one that this runner holds for its task
     * @param controlPort where this runner can be told to go to another application master
     */
    void open(int taskPort, int controlPort, MasterListener hears) {
        port = taskPort;
        listener = hears;
        note(notes.withControlPort(controlPort));
        if (whenClosed.isEmpty()) {
            outOfTouch();
            connect();
        }
    }

    private void connect() {
        HostPort master = notes.master();
        MasterConnection made = new MasterConnection(loop, master, channels.apply(master), report.outbox(), this);
        connection = Optional.of(made);
        made.open();
    }

    /**
     * Leaves the application master for a later one. The present one may say again that it is there.
     *
     * @return whether that is the one this runner obeys from now on; false: it knows a later one
     */
    boolean adopt(HostPort master, int attempt) {
        if (attempt <= notes.masterAttempt()) {
            return attempt == notes.masterAttempt() && master.equals(notes.master());
        }
        LOG.log(Level.INFO, "application attempt " + attempt + " at " + master + " has taken over");
        note(notes.withMaster(master, attempt));
        if (connection.isPresent() && whenClosed.isEmpty()) {
            connection.get().breakOff();
            inTouch();
            outOfTouch();
            connect();
        }
        return true;
    }

    /** How things stand. */
    Notes notes() {
        return notes;
    }

    /** Written on the event loop all the same: a few bytes of a local file, before anybody builds on them. */
    private void note(Notes now) {
        if (!now.equals(notes)) {
            notes = now;
            file.write(now);
        }
    }

    /** What this runner says about its task. */
    TaskReport report() {
        return report;
    }

    /** Speaks for another attempt from now on. */
    void begin(int attempt) {
        note(notes.withAttempt(attempt));
        report.dropExit();
    }

    /** Ends the conversation after the last messages have left, or without them if they do not leave soon. */
    void close(Runnable whenDone) {
        whenClosed = Optional.of(whenDone);
        inTouch(); // or not: it no longer matters
        if (stream().isEmpty()) {
            closed();
            return;
        }
        loop.after(GOODBYE_LIMIT, this::closed);
        report.closeWhenSaid();
    }

    private void closed() {
        connection.ifPresent(MasterConnection::close);
        whenClosed.ifPresent(Runnable::run);
    }

    @Override
    public RegisterRequest registration() {
        return RegisterRequest.newBuilder()
                .setRunner(identity())
                .setHost(runner.host())
                .setPort(port)
                .setControlPort(notes.controlPort())
                .build();
    }

    @Override
    public boolean obeys(int masterAttempt) {
        if (masterAttempt < notes.masterAttempt()) {
            return false;
        }
        note(notes.withMaster(notes.master(), masterAttempt));
        return true;
    }

    @Override
    public void registered(RegisterResponse response) {
        inTouch();
        if (response.getPlan().getForwardOutput()) {
            report.outbox().open();
        }
        if (plan.isEmpty()) {
            Plan made = Plan.from(response.getPlan());
            plan = Optional.of(made);
            note(notes.withMasterLostLimit(made.masterLostLimit()));
            loop.every(made.heartbeatInterval(), report::heartbeat);
            listener.planned(made);
        }
    }

    @Override
    public void attached(AttachedStream stream) {
        report.heartbeat();
        report.flush();
    }

    @Override
    public void ready() {
        report.flushSoon();
    }

    @Override
    public void commanded(RunnerCommand command) {
        if (whenClosed.isPresent()) {
            return;
        }
        switch (command.getCommandCase()) {
            case SPEC -> {
                ClusterSpec spec = ClusterSpec.from(command.getSpec());
                if (generation == 0) {
                    generation = spec.generation(); // a runner speaks for one generation until its end
                }
                listener.specSealed(spec);
            }
            case REFORM ->
                listener.reformOrdered(
                        command.getReform().getGeneration(), command.getReform().getReason());
            case RERUN -> {
                if (command.getRerun().getAttempt() > notes.attempt()) {
                    listener.rerunOrdered(command.getRerun().getAttempt());
                }
            }
            case STOP -> listener.stopOrdered(command.getStop().getReason());
            case FORWARD_OUTPUT -> report.outbox().open();
            case COMMAND_NOT_SET -> LOG.log(Level.WARNING, "ignored a command that this version of ydl does not know");
        }
    }

    @Override
    public boolean outOfTouch(Status why) {
        if (whenClosed.isPresent()) {
            closed();
            return false;
        }
        if (refuses(why)) {
            inTouch();
            listener.refused(MasterConnection.words(why));
            return false;
        }
        outOfTouch();
        return true;
    }

    /**
     * Where the application master was that this runner has once spoken with, a stranger may listen by now, who does not
     * even know what is asked: only the one word counts that an application master has for a runner it will not have.
     */
    private boolean refuses(Status status) {
        return notes.masterAttempt() > 0
                ? status.getCode() == Status.Code.FAILED_PRECONDITION
                : REFUSALS.contains(status.getCode());
    }

    /** Starts the time that the runner may go on by itself, unless it runs already. */
    private void outOfTouch() {
        if (lost.isEmpty()) {
            Duration limit = notes.masterLostLimit();
            lost = Optional.of(loop.after(limit, () -> listener.masterLost(limit)));
        }
    }

    private void inTouch() {
        lost.ifPresent(EventLoop.Timer::cancel);
        lost = Optional.empty();
    }

    private Optional<AttachedStream> stream() {
        return connection.flatMap(MasterConnection::stream);
    }

    RunnerIdentity identity() {
        return runner.identity(notes.attempt(), generation);
    }
}
