package org.ydl.api;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a user asks for: the tasks, the program they run and how long anything may take.
 *
 * @param sparse whether a worker sees only itself, the chief and the ps of the cluster
 */
public record JobSpec(
        String name,
        SortedMap<Role, RoleSpec> roles,
        Program program,
        Decider decider,
        boolean sparse,
        RestartPolicy restarts,
        Limits limits) {

    public JobSpec {
        roles = Collections.unmodifiableSortedMap(new TreeMap<>(roles));
    }

    /** All tasks, sorted. */
    public List<TaskId> tasks() {
        return roles.entrySet().stream()
                .flatMap(role ->
                        IntStream.range(0, role.getValue().count()).mapToObj(index -> new TaskId(role.getKey(), index)))
                .toList();
    }

    /** The task that leads, whose output the client shows: the chief, or the first worker. */
    public TaskId chief() {
        return new TaskId(has(Role.CHIEF) ? Role.CHIEF : Role.WORKER, 0);
    }

    public boolean has(Role role) {
        return Optional.ofNullable(roles.get(role))
                .filter(spec -> spec.count() > 0)
                .isPresent();
    }

    public boolean runsProgram(TaskId task) {
        return roles.get(task.role()).runsProgram();
    }

    /** Whether the job is not over before this task has ended. */
    public boolean decides(TaskId task) {
        return switch (decider) {
            case TRAINERS -> runsProgram(task) && task.role().trains();
            case CHIEF -> task.equals(chief());
            case CLIENT, NOBODY -> false;
        };
    }
}
