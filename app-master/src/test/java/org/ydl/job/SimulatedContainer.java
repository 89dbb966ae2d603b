package org.ydl.job;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;

/** A container of a {@link SimulatedCluster}, in which one process of a runner follows the other. */
final class SimulatedContainer {
    private enum State {
        GIVEN,
        RELEASED,
        LAUNCHED,
        STARTED,
        /** Its node is not heard of any more. */
        VANISHED,
        ENDED
    }

    private static final double SAY_AGAIN = 0.05;
    private static final double RELAUNCH_NOW = 0.3;

    private final Container place;
    private final HostPort control;
    private final Role role;
    private final boolean exits;
    private final RandomGenerator random;
    private final IntSupplier ports;
    private State state = State.GIVEN;
    private int attempt;
    private Optional<SimulatedRunner> runner = Optional.empty();
    private ExitReason end = ExitReason.of(Kind.NODE_LOST, "was lost with its node");
    private boolean announced;
    private boolean known;
    private boolean stopHeardByNode;
    private boolean stopAsked;

    /** @param exits whether a program runs in it that ends by itself */
    SimulatedContainer(int number, Role role, boolean exits, IntSupplier ports, RandomGenerator random) {
        this.place = new Container(id(number), "node" + number % 4);
        this.control = new HostPort(place.host(), 40_000 + number);
        this.role = role;
        this.exits = exits;
        this.ports = ports;
        this.random = random;
    }

    static String id(int number) {
        return "container_" + number;
    }

    /** What it says next, if anything just now. */
    Optional<JobEvent> next(Luck luck, long ticket) {
        return switch (state) {
            case GIVEN, RELEASED -> Optional.empty();
            case LAUNCHED, STARTED -> living(luck, ticket);
            case VANISHED -> vanished(luck);
            case ENDED -> happens(SAY_AGAIN) ? late(ticket) : Optional.empty();
        };
    }

    private Optional<JobEvent> vanished(Luck luck) {
        if (happens(luck.vanish())) {
            state = State.STARTED;
        }
        return happens(luck.crash()) ? Optional.of(end(end)) : Optional.empty();
    }

    private Optional<JobEvent> living(Luck luck, long ticket) {
        if (happens(luck.vanish())) {
            state = State.VANISHED;
            return Optional.empty();
        }
        if (happens(luck.crash())) {
            return Optional.of(end(ExitReason.of(anyCrash(), "lost its runner")));
        }
        if (stopHeardByNode) {
            return Optional.of(end(ExitReason.of(Kind.STOPPED, "was stopped by YARN")));
        }
        if (state == State.LAUNCHED) {
            state = State.STARTED;
            return Optional.of(new ContainerStarted(place.id()));
        }
        SimulatedRunner process = runner.orElseThrow();
        if (process.isToStop()) {
            return Optional.of(end(ExitReason.of(Kind.STOPPED, "ended its runner before it was told to")));
        }
        if (process.isToStartAnew() && happens(RELAUNCH_NOW)) {
            start(process.id().task(), anyPort());
            return Optional.empty();
        }
        return process.next(luck, ticket);
    }

    private Kind anyCrash() {
        return switch (random.nextInt(4)) {
            case 0 -> Kind.PREEMPTED;
            case 1 -> Kind.LAUNCH_FAILED;
            case 2 -> Kind.DISK_FAILED;
            default -> Kind.SIGNALLED;
        };
    }

    private JobEvent end(ExitReason reason) {
        state = State.ENDED;
        end = reason;
        return new ContainerEnded(place.id(), reason);
    }

    /** What was on its way when it ended, or is told again. */
    private Optional<JobEvent> late(long ticket) {
        if (runner.isEmpty()) {
            return Optional.empty();
        }
        RunnerId id = runner.get().id();
        return Optional.of(
                switch (random.nextInt(4)) {
                    case 0 ->
                        new RunnerRegistered(
                                ticket, id, runner.get().address(), runner.get().address());
                    case 1 -> new TaskExited(id, ExitReason.ofProcess(0, List.of()));
                    case 2 -> new RunnerHeard(id, "busy");
                    default -> new ContainerEnded(place.id(), end);
                });
    }

    void release() {
        check(state == State.GIVEN, "released, though it was " + state);
        state = State.RELEASED;
    }

    void launch(TaskId given, int which, Optional<Integer> port) {
        check(state == State.GIVEN, "launched for " + given + ", though it was " + state);
        check(given.role() == role, "given for a " + role + ", launched for " + given);
        state = State.LAUNCHED;
        attempt = which;
        start(given, port.filter(free -> random.nextBoolean()).orElseGet(this::anyPort));
    }

    /** Its environment says which attempt it was launched for, whatever came later. */
    private void start(TaskId task, int port) {
        boolean orphaned = runner.filter(SimulatedRunner::isOrphaned).isPresent();
        runner = Optional.of(new SimulatedRunner(place, control, task, attempt, port, exits, random));
        if (orphaned) {
            runner.get().orphan();
        }
    }

    private int anyPort() {
        return 20_000 + ports.getAsInt();
    }

    /** The application master is gone, and with it what it had not launched. */
    void masterLost() {
        runner.ifPresent(SimulatedRunner::orphan);
        announced = false;
        known = false;
        if (state == State.GIVEN) {
            state = State.RELEASED;
        }
        if (state == State.LAUNCHED && random.nextBoolean()) {
            stopHeardByNode = true;
        }
    }

    void tell(Consumer<SimulatedRunner> command, boolean lost) {
        if (state == State.STARTED) {
            runner.ifPresent(lost ? SimulatedRunner::disconnect : command);
        }
    }

    void adopt(HostPort control) {
        if (state == State.STARTED) {
            runner.ifPresent(process -> process.adopt(control));
        }
    }

    /** Asked whether it is known to be lost or not: a stop that is lost is asked for, too. */
    void stopAsked() {
        stopAsked = true;
    }

    void stopByNode(boolean lost) {
        check(runner.isPresent() || state == State.RELEASED, "stopped, though nothing was launched in it");
        stopAsked = true;
        stopHeardByNode |= !lost;
    }

    /** A runner that is refused ends at once. */
    void refused() {
        if (state == State.STARTED) {
            state = State.ENDED;
        }
    }

    /** What a master was never told of ends with the application. */
    void checkNotLeaked() {
        check(state != State.GIVEN || !known, "neither launched nor released");
        check(state == State.RELEASED || isGivenUp() || !known, "left running in state " + state);
    }

    /** Whether nothing is expected of it any more, or nothing can be. */
    boolean isGivenUp() {
        return stopAsked || state == State.ENDED;
    }

    boolean occupies(TaskId wanted) {
        return known && task().equals(Optional.of(wanted)) && !isGivenUp();
    }

    /** A message about it is on its way to the application master. */
    void announce() {
        announced = true;
    }

    /** Whether it runs, and the application master that there is now does not hear of it as things are. */
    boolean isMissed() {
        return isAlive() && !announced;
    }

    /** The application master that there is now has heard of it. */
    void becomeKnown() {
        known = true;
    }

    private boolean isAlive() {
        return state == State.LAUNCHED || state == State.STARTED;
    }

    boolean hasSucceeded() {
        return runner.filter(SimulatedRunner::hasSucceeded).isPresent();
    }

    Container place() {
        return place;
    }

    Role role() {
        return role;
    }

    Optional<TaskId> task() {
        return runner.map(process -> process.id().task());
    }

    Optional<SimulatedRunner> runner() {
        return runner;
    }

    private boolean happens(double odds) {
        return random.nextDouble() < odds;
    }

    private void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(place.id() + " was " + otherwise);
        }
    }
}
