package org.ydl.job;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;

/** One process of a runner: what it says next, given what it was told. */
final class SimulatedRunner {
    private static final double EXIT_NOW = 0.1;
    private static final double EXIT_IN_PEACE = 0.5;
    private static final List<String> PEER_LOST = List.of("tensorflow...UnavailableError: Socket closed");

    private final RandomGenerator random;
    private final String container;
    private final TaskId task;
    private final HostPort address;
    private final HostPort control;
    private final boolean exits;
    private int attempt;
    private int generation;
    private boolean orphaned;
    private boolean accepted;
    private boolean attached;
    private boolean reformHeard;
    private boolean stopHeard;
    private Optional<ExitReason> exit = Optional.empty();

    /**
     * @param control where another master reaches whatever process this container has
     * @param exits whether a program runs in it that ends by itself
     */
    SimulatedRunner(
            Container place,
            HostPort control,
            TaskId task,
            int attempt,
            int port,
            boolean exits,
            RandomGenerator random) {
        this.random = random;
        this.container = place.id();
        this.task = task;
        this.attempt = attempt;
        this.address = new HostPort(place.host(), port);
        this.control = control;
        this.exits = exits;
    }

    /** What it says next; nothing if it does not know whom to tell. */
    Optional<JobEvent> next(Luck luck, long ticket) {
        if (orphaned) {
            return Optional.empty();
        }
        if (!accepted) {
            return Optional.of(new RunnerRegistered(ticket, id(), address, control));
        }
        if (!attached) {
            attached = true;
            return Optional.of(new RunnerAttached(id()));
        }
        if (exits && generation > 0 && exit.isEmpty() && happens(luck == Luck.CALM ? EXIT_IN_PEACE : EXIT_NOW)) {
            exit = Optional.of(outcome(luck));
        }
        return Optional.of(
                exit.isPresent() && random.nextBoolean()
                        ? new TaskExited(id(), exit.get())
                        : new RunnerHeard(id(), "busy"));
    }

    private ExitReason outcome(Luck luck) {
        if (!happens(luck.failure())) {
            return ExitReason.ofProcess(0, List.of());
        }
        return switch (random.nextInt(3)) {
            case 0 -> ExitReason.ofProcess(3, List.of("ValueError: no"));
            case 1 -> ExitReason.ofProcess(1, PEER_LOST);
            default -> ExitReason.ofProcess(137, List.of());
        };
    }

    void accept() {
        accepted = true;
    }

    void specSent(int sealed) {
        if (attached && generation == 0) {
            generation = sealed;
        } else if (attached && sealed > generation) {
            reformHeard = true;
        }
    }

    void reform(int target) {
        reformHeard |= attached && generation > 0 && generation < target;
    }

    void rerun(int next) {
        if (attached && attempt < next) {
            attempt = next;
            exit = Optional.empty();
        }
    }

    void stop() {
        stopHeard |= attached;
    }

    /** What it said was lost, or what it was told: its stream is broken, and it will open another one. */
    void disconnect() {
        attached = false;
    }

    void orphan() {
        orphaned = true;
        accepted = false;
        attached = false;
    }

    /** Another master calls at its endpoint, if it is the one at that endpoint. */
    void adopt(HostPort endpoint) {
        orphaned &= !endpoint.equals(control);
    }

    boolean isOrphaned() {
        return orphaned;
    }

    boolean isToStartAnew() {
        return reformHeard;
    }

    boolean isToStop() {
        return stopHeard;
    }

    boolean hasSucceeded() {
        return exit.filter(ExitReason::succeeded).isPresent();
    }

    HostPort address() {
        return address;
    }

    RunnerId id() {
        return new RunnerId(container, task, attempt, generation);
    }

    private boolean happens(double odds) {
        return random.nextDouble() < odds;
    }
}
