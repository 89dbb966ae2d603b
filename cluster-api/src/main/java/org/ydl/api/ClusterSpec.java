package org.ydl.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ydl.api.v1.RoleAddresses;

/**
 * The addresses of all TensorFlow servers of a job, by role and index.
 *
 * @param generation grows by one whenever the cluster is formed anew; the first is 1
 */
public record ClusterSpec(String appId, int generation, SortedMap<Role, List<HostPort>> addresses) {
    public ClusterSpec {
        SortedMap<Role, List<HostPort>> copy = new TreeMap<>();
        addresses.forEach((role, hosts) -> copy.put(role, List.copyOf(hosts)));
        addresses = Collections.unmodifiableSortedMap(copy);
    }

    public static ClusterSpec from(org.ydl.api.v1.ClusterSpec message) {
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        for (RoleAddresses role : message.getRolesList()) {
            Role known = Role.named(role.getName())
                    .orElseThrow(
                            () -> new IllegalArgumentException("the ClusterSpec has a role '" + role.getName() + "'"));
            addresses.put(
                    known, role.getAddressesList().stream().map(HostPort::parse).toList());
        }
        return new ClusterSpec(message.getAppId(), message.getGeneration(), addresses);
    }

    public org.ydl.api.v1.ClusterSpec toMessage() {
        var message = org.ydl.api.v1.ClusterSpec.newBuilder().setAppId(appId).setGeneration(generation);
        addresses.forEach((role, hosts) -> message.addRoles(RoleAddresses.newBuilder()
                .setName(role.label())
                .addAllAddresses(hosts.stream().map(HostPort::toString).toList())));
        return message.build();
    }

    /** The servers of a role in the order of their index; none if the job has no such role. */
    public List<HostPort> of(Role role) {
        return addresses.getOrDefault(role, List.of());
    }

    public HostPort of(TaskId task) {
        return of(task.role()).get(task.index());
    }

    /** As TensorFlow's own {@code tf.train.ClusterSpec} takes it: {@code {"ps":["h:p"],"worker":["h:p","h:p"]}}. */
    public String toJson() {
        return addresses.entrySet().stream().map(ClusterSpec::json).collect(Collectors.joining(",", "{", "}"));
    }

    /** Host names hold no character that JSON would escape. */
    private static String json(Map.Entry<Role, List<HostPort>> role) {
        return role.getValue().stream()
                .map(address -> "\"" + address + "\"")
                .collect(Collectors.joining(",", "\"" + role.getKey().label() + "\":[", "]"));
    }
}
