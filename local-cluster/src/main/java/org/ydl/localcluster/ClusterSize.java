package org.ydl.localcluster;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * How many NodeManagers there are and how much memory each may give to containers.
 *
 * <p>Immutable.
 */
public record ClusterSize(int nodes, int nodeMemoryMb) {
    static final int MAX_NODES = 32;
    static final int MIN_NODE_MEMORY_MB = 256;
    private static final int MIN_TOTAL_MEMORY_MB = 2048;
    private static final long BYTES_PER_GB = 1L << 30;

    public ClusterSize {
        problemWithNodes(nodes).or(() -> problemWithMemory(nodeMemoryMb)).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
    }

    static Optional<String> problemWithNodes(int nodes) {
        return nodes >= 1 && nodes <= MAX_NODES
                ? Optional.empty()
                : Optional.of("A local cluster has 1 to " + MAX_NODES + " nodes; asked for " + nodes + ".");
    }

    static Optional<String> problemWithMemory(int nodeMemoryMb) {
        return nodeMemoryMb >= MIN_NODE_MEMORY_MB
                ? Optional.empty()
                : Optional.of("A node needs at least " + MIN_NODE_MEMORY_MB + " MB of memory for containers; asked for "
                        + nodeMemoryMb + ".");
    }

    /** One node with three quarters of this machine's memory. */
    public static ClusterSize standard() {
        return ofNodes(1);
    }

    /** So many nodes, which share three quarters of this machine's memory. */
    public static ClusterSize ofNodes(int nodes) {
        OperatingSystemMXBean machine = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        return ofNodes(nodes, machine.getTotalMemorySize());
    }

    static ClusterSize ofNodes(int nodes, long physicalBytes) {
        // A machine sold with 8 GiB reports a little less: the kernel keeps some.
        long gigabytes = Math.round((double) physicalBytes / BYTES_PER_GB);
        int total = (int) Math.max(MIN_TOTAL_MEMORY_MB, gigabytes * 1024 * 3 / 4);
        return new ClusterSize(nodes, Math.max(MIN_NODE_MEMORY_MB, total / Math.max(1, nodes)));
    }

    @Override
    public String toString() {
        return (nodes == 1 ? "1 node with " : nodes + " nodes, each with ") + nodeMemoryMb + " MB for containers";
    }
}
