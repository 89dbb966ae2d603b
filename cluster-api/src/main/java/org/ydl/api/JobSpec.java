package org.ydl.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * What a user asks for: the tasks, the program they run and how long anything may take.
 *
 * @param command the user's process as started in each container of a role that runs the job
 * @param environment added to that process
 * @param python the Python of the job on the nodes; its TensorFlow is where libtensorflow is looked for
 * @param tfLibrary an explicit libtensorflow on the nodes
 */
public record JobSpec(
        String name,
        SortedMap<Role, RoleSpec> roles,
        List<String> command,
        Map<String, String> environment,
        String python,
        Optional<String> tfLibrary,
        Limits limits) {

    /** The one task whose output the client shows. */
    public static final TaskId CHIEF = new TaskId(Role.WORKER, 0);

    public JobSpec {
        roles = Collections.unmodifiableSortedMap(new TreeMap<>(roles));
        command = List.copyOf(command);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }

    /** All tasks, sorted. */
    public List<TaskId> tasks() {
        return roles.entrySet().stream()
                .flatMap(role ->
                        IntStream.range(0, role.getValue().count()).mapToObj(index -> new TaskId(role.getKey(), index)))
                .toList();
    }
}
