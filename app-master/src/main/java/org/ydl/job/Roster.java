package org.ydl.job;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;
import org.pcollections.TreePMap;
import org.pcollections.TreePSet;
import org.ydl.api.JobSpec;
import org.ydl.api.Role;
import org.ydl.api.TaskId;

/**
 * The tasks of a job with what is asked of them all the time: who holds a container, who still waits, how many have
 * registered.
 *
 * <p>Immutable on persistent collections: one change costs the logarithm of the number of tasks, so that ten thousand
 * of them do not make the job quadratic.
 */
public final class Roster {
    private final JobSpec spec;
    private final TreePMap<TaskId, Task> tasks;
    private final PMap<String, TaskId> holders;
    private final TreePSet<TaskId> waiting;
    private final TreePSet<TaskId> occupied;
    private final int registered;
    private final int ended;
    private final int deciders;
    private final int pending;
    private final int evaluating;
    private final int training;
    private final int held;

    private Roster(
            JobSpec spec,
            TreePMap<TaskId, Task> tasks,
            PMap<String, TaskId> holders,
            TreePSet<TaskId> waiting,
            TreePSet<TaskId> occupied,
            int registered,
            int ended,
            int deciders,
            int pending,
            int evaluating,
            int training,
            int held) {
        this.spec = spec;
        this.tasks = tasks;
        this.holders = holders;
        this.waiting = waiting;
        this.occupied = occupied;
        this.registered = registered;
        this.ended = ended;
        this.deciders = deciders;
        this.pending = pending;
        this.evaluating = evaluating;
        this.training = training;
        this.held = held;
    }

    static Roster of(JobSpec spec, Instant now) {
        return of(spec, spec.tasks().stream().map(id -> Task.waiting(id, now)).toList());
    }

    static Roster of(JobSpec spec, List<Task> tasks) {
        Roster roster = new Roster(
                spec, TreePMap.empty(), HashTreePMap.empty(), TreePSet.empty(), TreePSet.empty(), 0, 0, 0, 0, 0, 0, 0);
        for (Task task : tasks) {
            roster = roster.with(task);
        }
        return roster;
    }

    /** This roster with a task added or replaced. */
    Roster with(Task task) {
        Optional<Task> before = Optional.ofNullable(tasks.get(task.id()));
        return new Roster(
                spec,
                tasks.plus(task.id(), task),
                holders(before.flatMap(Task::container), task),
                task.isWaiting() ? waiting.plus(task.id()) : waiting.minus(task.id()),
                task.holdsContainer() ? occupied.plus(task.id()) : occupied.minus(task.id()),
                registered + count(task.isRegistered()) - count(before.map(Task::isRegistered)),
                ended + count(task.hasEnded()) - count(before.map(Task::hasEnded)),
                deciders + count(before.isEmpty() && spec.decides(task.id())),
                pending + count(isPending(task)) - count(before.map(this::isPending)),
                evaluating + count(isEvaluating(task)) - count(before.map(this::isEvaluating)),
                training + count(isTraining(task)) - count(before.map(this::isTraining)),
                held
                        + count(task.held().isPresent())
                        - count(before.map(known -> known.held().isPresent())));
    }

    private PMap<String, TaskId> holders(Optional<Container> before, Task task) {
        if (before.equals(task.container())) {
            return holders;
        }
        PMap<String, TaskId> others =
                before.map(container -> holders.minus(container.id())).orElse(holders);
        return task.container()
                .map(container -> others.plus(container.id(), task.id()))
                .orElse(others);
    }

    /** @throws NoSuchElementException if the job has no such task */
    public Task task(TaskId id) {
        return Optional.ofNullable(tasks.get(id)).orElseThrow();
    }

    /** Sorted by role and index. */
    public Collection<Task> tasks() {
        return tasks.values();
    }

    /** The task that has this container, or had it last. */
    public Optional<Task> holderOf(String container) {
        return Optional.ofNullable(holders.get(container)).map(tasks::get);
    }

    /** The task of lowest index that waits for a container of this role. */
    public Optional<Task> firstWaiting(Role role) {
        return Optional.ofNullable(waiting.ceiling(new TaskId(role, 0)))
                .filter(id -> id.role() == role)
                .map(tasks::get);
    }

    /** Who gets a container: the task that was on that node before, if its first in line had a place before at all. */
    Optional<Task> taker(Role role, String host) {
        Optional<Task> first = firstWaiting(role);
        return first.filter(task -> task.former().isPresent())
                .flatMap(task -> waiting.stream()
                        .filter(id -> id.role() == role)
                        .map(tasks::get)
                        .filter(other -> other.former()
                                .filter(address -> address.host().equals(host))
                                .isPresent())
                        .findFirst())
                .or(() -> first);
    }

    /** All that wait for a container, sorted. */
    List<Task> waiting() {
        return waiting.stream().map(tasks::get).toList();
    }

    /** The tasks whose containers may still run, sorted. */
    public List<Task> occupied() {
        return occupied.stream().map(tasks::get).toList();
    }

    /** Whether no task has a container that may still run. */
    boolean isVacant() {
        return occupied.isEmpty();
    }

    public int size() {
        return tasks.size();
    }

    public int allocated() {
        return tasks.size() - waiting.size();
    }

    public int registered() {
        return registered;
    }

    public int ended() {
        return ended;
    }

    /** Whether all tasks that decide have ended. Where none does, the job is never decided by its tasks. */
    public boolean isDecided() {
        return deciders > 0 && pending == 0;
    }

    /** How many tasks have yet to end before the job is decided. */
    public int pending() {
        return pending;
    }

    /** How many evaluators have yet to end. */
    public int evaluating() {
        return evaluating;
    }

    /** How many chiefs and workers that run the program have yet to end, whether they decide or not. */
    public int training() {
        return training;
    }

    /** How many tasks failed as if they had lost a peer. */
    int held() {
        return held;
    }

    /** Whether a task that decides has not ended and has what it needs to do so. */
    boolean isGoingOn() {
        return tasks.values().stream().anyMatch(task -> isPending(task) && task.isServing());
    }

    private boolean isTraining(Task task) {
        return task.id().role().trains() && spec.runsProgram(task.id()) && !task.hasEnded();
    }

    /** Whether it is an evaluator that runs the program and has not ended. */
    boolean isEvaluating(Task task) {
        return task.id().role() == Role.EVALUATOR && spec.runsProgram(task.id()) && !task.hasEnded();
    }

    private boolean isPending(Task task) {
        return spec.decides(task.id()) && !task.hasEnded();
    }

    private static int count(boolean holds) {
        return holds ? 1 : 0;
    }

    private static int count(Optional<Boolean> holds) {
        return count(holds.orElse(false));
    }
}
