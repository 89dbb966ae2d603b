package org.ydl.localcluster;

import java.util.ArrayList;
import java.util.List;

/**
 * One process of the cluster: its role, and for NodeManagers which of them.
 *
 * <p>Immutable; equal by value, so that it can be a key.
 */
record Daemon(Role role, int index) {

    /** What a daemon is for, with the main class that does it and the ports it listens on. */
    enum Role {
        NAMENODE("namenode", "org.apache.hadoop.hdfs.server.namenode.NameNode", 256, List.of("rpc", "web")),
        DATANODE("datanode", "org.apache.hadoop.hdfs.server.datanode.DataNode", 256, List.of("data", "rpc", "web")),
        RESOURCEMANAGER(
                "resourcemanager",
                "org.apache.hadoop.yarn.server.resourcemanager.ResourceManager",
                384,
                List.of("client", "scheduler", "tracker", "admin", "web")),
        NODEMANAGER(
                "nodemanager",
                "org.apache.hadoop.yarn.server.nodemanager.NodeManager",
                256,
                List.of("rpc", "localizer", "web"));

        private final String title;
        private final String mainClass;
        private final int heapMb;
        private final List<String> ports;

        Role(String title, String mainClass, int heapMb, List<String> ports) {
            this.title = title;
            this.mainClass = mainClass;
            this.heapMb = heapMb;
            this.ports = ports;
        }

        String mainClass() {
            return mainClass;
        }

        int heapMb() {
            return heapMb;
        }

        List<String> ports() {
            return ports;
        }
    }

    static final String LOCALHOST = "127.0.0.1";
    static final Daemon NAMENODE = new Daemon(Role.NAMENODE, 1);
    static final Daemon DATANODE = new Daemon(Role.DATANODE, 1);
    static final Daemon RESOURCEMANAGER = new Daemon(Role.RESOURCEMANAGER, 1);

    static Daemon nodeManager(int index) {
        return new Daemon(Role.NODEMANAGER, index);
    }

    /** All daemons of a cluster with so many nodes. */
    static List<Daemon> all(int nodes) {
        List<Daemon> daemons = new ArrayList<>(List.of(NAMENODE, DATANODE, RESOURCEMANAGER));
        daemons.addAll(nodeManagers(nodes));
        return List.copyOf(daemons);
    }

    static List<Daemon> nodeManagers(int nodes) {
        List<Daemon> daemons = new ArrayList<>();
        for (int index = 1; index <= nodes; index++) {
            daemons.add(nodeManager(index));
        }
        return List.copyOf(daemons);
    }

    /**
     * The address it listens on. All of 127.0.0.0/8 is this machine: with one each, the nodes are different hosts for
     * YARN, which prefers, counts and excludes nodes by host.
     */
    String host() {
        return role == Role.NODEMANAGER ? "127.0.0." + index : LOCALHOST;
    }

    /** Names its files and stands in messages: {@code namenode}, {@code nodemanager-2}. */
    String name() {
        return role == Role.NODEMANAGER ? role.title + "-" + index : role.title;
    }

    /** Names one of its ports in the saved plan: {@code namenode.rpc}. */
    String portName(String port) {
        return name() + "." + port;
    }

    @Override
    public String toString() {
        return name();
    }
}
