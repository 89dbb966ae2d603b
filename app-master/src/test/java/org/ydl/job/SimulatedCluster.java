package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainersSurvived;

/** The nodes of a {@link SimulatedWorld}: which containers were asked for, which were given, and what runs in them. */
final class SimulatedCluster {
    static final int NODES = 4;

    private static final double LATE = 0.1;

    private final RandomGenerator random;
    private final JobSpec spec;
    private final List<TaskId> tasks;
    private final Map<Role, Integer> wanted = new EnumMap<>(Role.class);
    private final Map<String, SimulatedContainer> containers = new LinkedHashMap<>();
    private final List<SimulatedContainer> inOrder = new ArrayList<>();
    private final Map<TaskId, SimulatedContainer> current = new HashMap<>();
    private final Map<TaskId, Integer> attempts = new HashMap<>();
    private int ports;

    SimulatedCluster(RandomGenerator random, JobSpec spec) {
        this.random = random;
        this.spec = spec;
        this.tasks = spec.tasks();
    }

    void request(Role role, int count) {
        wanted.merge(role, count, Integer::sum);
    }

    /** @param escapes which requests are answered nevertheless, because their containers were on their way */
    void cancelRequests(Predicate<Role> escapes) {
        wanted.replaceAll((role, count) -> escapes.test(role) ? count : 0);
    }

    boolean wants(Role role) {
        return wanted.getOrDefault(role, 0) > 0;
    }

    /** Gives a container, whether it was asked for or not. */
    JobEvent give(Role role) {
        SimulatedContainer container = new SimulatedContainer(inOrder.size(), role, exits(role), () -> ++ports, random);
        container.announce();
        containers.put(container.place().id(), container);
        inOrder.add(container);
        wanted.computeIfPresent(role, (asked, count) -> Math.max(0, count - 1));
        return new ContainerAllocated(role, container.place());
    }

    /** Programs that the job does not wait for may go on for ever. */
    private boolean exits(Role role) {
        return spec.roles().get(role).runsProgram() && (role.trains() || random.nextBoolean());
    }

    void launch(LaunchTask action) {
        TaskId task = action.task();
        assertTrue(tasks.contains(task), () -> action + ", which the job does not have");
        assertTrue(
                Optional.ofNullable(current.get(task))
                        .filter(container -> container.occupies(task))
                        .isEmpty(),
                () -> action + ", though another container runs that task");
        assertTrue(
                attempts.getOrDefault(task, -1) < action.attempt(),
                () -> action + ", though attempt " + attempts.get(task) + " was launched before");
        attempts.put(task, action.attempt());
        SimulatedContainer container = container(action.container().id());
        current.put(task, container);
        container.launch(task, action.attempt(), action.port());
    }

    /** The application master is gone: what it asked for is forgotten, and what it launched lives on. */
    void masterLost() {
        wanted.clear();
        inOrder.forEach(SimulatedContainer::masterLost);
    }

    /** What another master is told of at its start: some nodes have not come back by then. */
    JobEvent survivors() {
        return announce(inOrder.stream()
                .filter(container -> container.isMissed() && random.nextDouble() >= LATE)
                .toList());
    }

    /** The containers on nodes that had not come back when another master began. */
    Optional<JobEvent> lateSurvivors() {
        List<SimulatedContainer> missed =
                inOrder.stream().filter(SimulatedContainer::isMissed).toList();
        return missed.isEmpty() ? Optional.empty() : Optional.of(announce(missed));
    }

    private static JobEvent announce(List<SimulatedContainer> survivors) {
        survivors.forEach(SimulatedContainer::announce);
        return new ContainersSurvived(
                survivors.stream().map(SimulatedContainer::place).toList());
    }

    /** The newest ones most of the time: the others are gone. */
    Optional<SimulatedContainer> anyContainer() {
        if (inOrder.isEmpty()) {
            return Optional.empty();
        }
        int recent = Math.min(inOrder.size(), random.nextInt(8) == 0 ? inOrder.size() : tasks.size() + 2);
        return Optional.of(inOrder.get(inOrder.size() - 1 - random.nextInt(recent)));
    }

    /** All that were ever given, in their order. */
    List<SimulatedContainer> containers() {
        return inOrder;
    }

    SimulatedContainer container(String id) {
        return Optional.ofNullable(containers.get(id)).orElseThrow(() -> new AssertionError(id + " was never given"));
    }

    /** Whether the last program of a task ended well. */
    boolean succeeded(TaskId task) {
        return Optional.ofNullable(current.get(task))
                .filter(SimulatedContainer::hasSucceeded)
                .isPresent();
    }

    /** Where the server of a task really is. */
    Optional<HostPort> address(TaskId task) {
        return Optional.ofNullable(current.get(task))
                .flatMap(SimulatedContainer::runner)
                .map(SimulatedRunner::address);
    }
}
