package org.ydl.job;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
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
            int evaluating) {
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
    }

    static Roster of(JobSpec spec, Instant now) {
        Roster roster = new Roster(
                spec, TreePMap.empty(), HashTreePMap.empty(), TreePSet.empty(), TreePSet.empty(), 0, 0, 0, 0, 0);
        for (TaskId id : spec.tasks()) {
            roster = roster.with(Task.waiting(id, now));
        }
        return roster;
    }

    /** This roster with a task added or replaced. */
    Roster with(Task task) {
        Optional<Task> before = Optional.ofNullable(tasks.get(task.id()));
        PMap<String, TaskId> nextHolders = task.container()
                .filter(container -> !holders.containsKey(container.id()))
                .map(container -> holders.plus(container.id(), task.id()))
                .orElse(holders);
        return new Roster(
                spec,
                tasks.plus(task.id(), task),
                nextHolders,
                task.isWaiting() ? waiting.plus(task.id()) : waiting.minus(task.id()),
                task.holdsContainer() ? occupied.plus(task.id()) : occupied.minus(task.id()),
                registered + count(task.isRegistered()) - count(before.map(Task::isRegistered)),
                ended + count(task.hasEnded()) - count(before.map(Task::hasEnded)),
                deciders + count(before.isEmpty() && spec.decides(task.id())),
                pending + count(isPending(task)) - count(before.map(this::isPending)),
                evaluating + count(isEvaluating(task)) - count(before.map(this::isEvaluating)));
    }

    public Task task(TaskId id) {
        return tasks.get(id);
    }

    /** Sorted by role and index. */
    public Collection<Task> tasks() {
        return tasks.values();
    }

    /** The task that a container was given to. */
    public Optional<Task> holderOf(String container) {
        return Optional.ofNullable(holders.get(container)).map(tasks::get);
    }

    /** The task of lowest index that waits for a container of this role. */
    public Optional<Task> firstWaiting(Role role) {
        return Optional.ofNullable(waiting.ceiling(new TaskId(role, 0)))
                .filter(id -> id.role() == role)
                .map(tasks::get);
    }

    /** The tasks whose containers may still run, sorted. */
    public List<Task> occupied() {
        return occupied.stream().map(tasks::get).toList();
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
