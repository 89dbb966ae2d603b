package org.ydl.api;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A task's place in its cluster, told in every way that a program may want to learn it: variables, {@code TF_CONFIG},
 * placeholders.
 *
 * @param sparse whether a worker is told only about itself, the chief and the ps. Lists of hosts stay whole: the place
 *     in them is the index.
 */
public record TaskPlace(ClusterSpec spec, TaskId task, boolean sparse) {
    /** Replaces the placeholders in a word of a command. */
    public String fill(String word) {
        return Placeholder.fill(word, this::value);
    }

    /** The words of a process to start here; a first word {@code python} or {@code java} stands for the job's own. */
    public List<String> command(List<String> words, String python, String java) {
        List<String> command = new ArrayList<>(words.stream().map(this::fill).toList());
        if (!command.isEmpty()) {
            command.set(
                    0,
                    switch (command.get(0)) {
                        case "python", "python3" -> python;
                        case "java" -> java;
                        default -> command.get(0);
                    });
        }
        return command;
    }

    private String value(Placeholder placeholder) {
        return switch (placeholder) {
            case PS_HOSTS -> hosts(Role.PS);
            case WORKER_HOSTS -> hosts(Role.WORKER);
            case CHIEF_HOSTS -> hosts(Role.CHIEF);
            case JOB_NAME -> task.role().label();
            case TASK_INDEX -> Integer.toString(task.index());
            case NUM_WORKERS -> count(Role.WORKER);
            case NUM_PS -> count(Role.PS);
            case APP_ID -> spec.appId();
        };
    }

    /** The variables that tell a process its place. */
    public SortedMap<String, String> variables() {
        SortedMap<String, String> variables = new TreeMap<>();
        variables.put("TF_CONFIG", tfConfig());
        variables.put("YDL_APP_ID", spec.appId());
        variables.put("YDL_ROLE", task.role().label());
        variables.put("YDL_TASK_INDEX", Integer.toString(task.index()));
        variables.put("YDL_GENERATION", Integer.toString(spec.generation()));
        variables.put("YDL_CLUSTER", spec.toJson());
        variables.put("YDL_CHIEF_HOSTS", hosts(Role.CHIEF));
        variables.put("YDL_PS_HOSTS", hosts(Role.PS));
        variables.put("YDL_WORKER_HOSTS", hosts(Role.WORKER));
        variables.put("YDL_NUM_PS", count(Role.PS));
        variables.put("YDL_NUM_WORKERS", count(Role.WORKER));
        return variables;
    }

    /** The cluster and the task as TensorFlow's own configuration has them. */
    public String tfConfig() {
        String cluster = spec.addresses().keySet().stream()
                .map(role -> "\"" + role.label() + "\":" + addresses(role))
                .collect(Collectors.joining(",", "{", "}"));
        return "{\"cluster\":" + cluster + ",\"task\":{\"type\":\""
                + task.role().label() + "\",\"index\":" + task.index() + "}}";
    }

    /** What this task needs to know of a role: all of its tasks by index, or itself alone. */
    public SortedMap<Integer, HostPort> members(Role role) {
        List<HostPort> all = spec.of(role);
        SortedMap<Integer, HostPort> members = new TreeMap<>();
        for (int index = 0; index < all.size(); index++) {
            if (!isSparse(role) || index == task.index()) {
                members.put(index, all.get(index));
            }
        }
        return members;
    }

    private boolean isSparse(Role role) {
        return sparse && role == Role.WORKER && task.role() == Role.WORKER;
    }

    /** TensorFlow reads a map from index to address where a list would have holes. */
    private String addresses(Role role) {
        return isSparse(role)
                ? members(role).entrySet().stream()
                        .map(member -> "\"" + member.getKey() + "\":\"" + member.getValue() + "\"")
                        .collect(Collectors.joining(",", "{", "}"))
                : spec.of(role).stream()
                        .map(address -> "\"" + address + "\"")
                        .collect(Collectors.joining(",", "[", "]"));
    }

    private String hosts(Role role) {
        return spec.of(role).stream().map(HostPort::toString).collect(Collectors.joining(","));
    }

    private String count(Role role) {
        return Integer.toString(spec.of(role).size());
    }
}
