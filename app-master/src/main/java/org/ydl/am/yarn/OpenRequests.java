package org.ydl.am.yarn;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.ydl.api.Role;

/**
 * What was asked of the ResourceManager and has not come yet.
 *
 * <p>YARN merges requests of the same priority and the same id, and of a container tells only these two. So every role has
 * a priority of its own, and every asking an id: all containers of a gang share one, which keeps it cheap, and the node
 * that a replacement would like is not taken for the wish of another.
 *
 * <p>The driver's thread asks and takes back, that of the ResourceManager's client satisfies.
 */
final class OpenRequests {
    private final Map<Long, Queue<ContainerRequest>> open = new ConcurrentHashMap<>();
    private long lastId;

    /** Notes so many requests, which are to be sent then. */
    List<ContainerRequest> ask(Role role, Resource size, int count, Optional<String> node, Optional<String> label) {
        long id = ++lastId;
        // YARN refuses nodes beside a label.
        String[] nodes = node.filter(host -> label.isEmpty())
                .map(host -> new String[] {host})
                .orElse(null);
        List<ContainerRequest> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            asked.add(new ContainerRequest(size, nodes, null, priority(role), id, true, label.orElse(null)));
        }
        open.put(id, new ConcurrentLinkedQueue<>(asked));
        return asked;
    }

    /** The request that this container answers; absent if it came unasked. */
    Optional<ContainerRequest> satisfiedBy(Container container) {
        long id = container.getAllocationRequestId();
        Queue<ContainerRequest> requests = open.getOrDefault(id, new ConcurrentLinkedQueue<>());
        Optional<ContainerRequest> satisfied = Optional.ofNullable(requests.poll());
        if (requests.isEmpty()) {
            open.remove(id);
        }
        return satisfied;
    }

    /** All that is still open, and no longer is. */
    List<ContainerRequest> takeBack() {
        List<ContainerRequest> taken = new ArrayList<>();
        for (Queue<ContainerRequest> requests : open.values()) {
            for (ContainerRequest next = requests.poll(); next != null; next = requests.poll()) {
                taken.add(next);
            }
        }
        open.clear();
        return taken;
    }

    /** The role that a container was asked for. */
    static Optional<Role> role(Priority priority) {
        int ordinal = priority.getPriority() - 1;
        return ordinal >= 0 && ordinal < Role.values().length ? Optional.of(Role.values()[ordinal]) : Optional.empty();
    }

    private static Priority priority(Role role) {
        return Priority.newInstance(role.ordinal() + 1);
    }
}
