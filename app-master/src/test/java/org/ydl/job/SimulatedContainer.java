package org.ydl.job;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;

/** A container of a {@link SimulatedWorld} with its runner: what they say next, given what they were told. */
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

    private static final double EXIT_NOW = 0.1;
    private static final double SAY_AGAIN = 0.05;

    private final Container place;
    private final Role role;
    private final HostPort address;
    private final boolean exits;
    private final RandomGenerator random;
    private State state = State.GIVEN;
    private Optional<TaskId> task = Optional.empty();
    private Optional<ExitReason> exit = Optional.empty();
    private ExitReason end = ExitReason.of(Kind.NODE_LOST, "was lost with its node");
    private boolean accepted;
    private boolean attached;
    private int generation;
    private boolean stopHeardByRunner;
    private boolean stopHeardByNode;
    private boolean stopAsked;
    private boolean endReported;

    /** @param exits whether a program runs in it that ends by itself */
    SimulatedContainer(int number, Role role, boolean exits, RandomGenerator random) {
        this.place = new Container(id(number), "node" + number % 3);
        this.role = role;
        this.address = new HostPort(place.host(), 20_000 + number);
        this.exits = exits;
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
            case VANISHED -> happens(luck.crash()) ? Optional.of(end(end)) : Optional.empty();
            case ENDED -> happens(SAY_AGAIN) ? Optional.of(late(ticket)) : Optional.empty();
        };
    }

    private Optional<JobEvent> living(Luck luck, long ticket) {
        if (happens(luck.vanish())) {
            state = State.VANISHED;
            return Optional.empty();
        }
        if (happens(luck.crash())) {
            return Optional.of(end(ExitReason.of(Kind.SIGNALLED, "lost its runner to signal 9")));
        }
        if (stopHeardByNode) {
            return Optional.of(end(ExitReason.of(Kind.STOPPED, "was stopped by YARN")));
        }
        if (state == State.LAUNCHED) {
            state = State.STARTED;
            return Optional.of(new ContainerStarted(place.id()));
        }
        return Optional.of(runner(luck, ticket));
    }

    private JobEvent runner(Luck luck, long ticket) {
        if (stopHeardByRunner) {
            return end(ExitReason.of(Kind.STOPPED, "ended its runner before it was told to"));
        }
        if (!accepted) {
            return new RunnerRegistered(ticket, runnerId(), address);
        }
        if (!attached) {
            attached = true;
            return new RunnerAttached(runnerId());
        }
        if (exits && generation > 0 && exit.isEmpty() && happens(EXIT_NOW)) {
            exit = Optional.of(ExitReason.ofProcess(happens(luck.failure()) ? 3 : 0, List.of()));
        }
        return exit.isPresent() && random.nextBoolean()
                ? new TaskExited(runnerId(), exit.get())
                : new RunnerHeard(runnerId(), "busy");
    }

    private JobEvent end(ExitReason reason) {
        state = State.ENDED;
        end = reason;
        return new ContainerEnded(place.id(), reason);
    }

    /** What was on its way when the container ended, or comes a second time. */
    private JobEvent late(long ticket) {
        return switch (random.nextInt(4)) {
            case 0 -> new RunnerRegistered(ticket, runnerId(), address);
            case 1 -> new RunnerHeard(runnerId(), "busy");
            default -> new ContainerEnded(place.id(), end);
        };
    }

    /** What it said was lost, or what it was told: its stream is broken, and it will open another one. */
    void disconnect() {
        attached = false;
    }

    void release() {
        check(state == State.GIVEN, "released, though it was " + state);
        state = State.RELEASED;
    }

    void launch(TaskId given) {
        check(state == State.GIVEN, "launched for " + given + ", though it was " + state);
        check(given.role() == role, "given for a " + role + ", launched for " + given);
        state = State.LAUNCHED;
        task = Optional.of(given);
    }

    void accept(TaskId answered) {
        check(task.equals(Optional.of(answered)), "runs " + task + ", told that it is " + answered);
        accepted = true;
    }

    void specSent(int sealed) {
        if (attached) {
            generation = sealed;
        }
    }

    void stopByRunner(boolean lost) {
        stopAsked = true;
        stopHeardByRunner |= attached && !lost;
    }

    void stopByNode(boolean lost) {
        check(task.isPresent(), "stopped, though nothing was launched in it");
        stopAsked = true;
        stopHeardByNode |= !lost;
    }

    void endReported() {
        endReported = true;
    }

    void checkNotLeaked() {
        check(state != State.GIVEN, "neither launched nor released");
        check(state == State.RELEASED || endReported || stopAsked, "left running in state " + state);
    }

    boolean occupies(TaskId wanted) {
        return task.equals(Optional.of(wanted)) && !endReported;
    }

    boolean succeeded() {
        return exit.filter(ExitReason::succeeded).isPresent();
    }

    Container place() {
        return place;
    }

    Role role() {
        return role;
    }

    Optional<TaskId> task() {
        return task;
    }

    HostPort address() {
        return address;
    }

    RunnerId runnerId() {
        return new RunnerId(place.id(), task.orElseThrow(), 0, generation);
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
