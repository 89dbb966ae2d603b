package org.ydl.localcluster;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.ydl.localcluster.ClusterStatus.DaemonStatus;
import org.ydl.localcluster.ClusterStatus.State;

/**
 * Finds out what each daemon is doing, from its process and from what the daemons answer.
 *
 * <p>Any thread; changes nothing.
 */
final class ClusterHealth {
    private final ClusterHome home;
    private final WebProbe probe;

    ClusterHealth(ClusterHome home, WebProbe probe) {
        this.home = home;
        this.probe = probe;
    }

    /**
     * Looks at all daemons once.
     *
     * @param startedMillis when the NodeManagers that were started just now were: the ResourceManager may still list
     *     their predecessors, which reported before
     */
    ClusterStatus check(ClusterPlan plan, Map<Daemon, Long> startedMillis) throws IOException, InterruptedException {
        Answers answers = new Answers(plan, startedMillis);
        List<DaemonStatus> statuses = new ArrayList<>();
        for (Daemon daemon : plan.daemons()) {
            Optional<DaemonRecord> record = DaemonRecord.read(home, daemon);
            boolean alive = record.isPresent() && record.get().isAlive();
            State state = !alive
                    ? (record.isPresent() ? State.DEAD : State.STOPPED)
                    : (answers.says(daemon) ? State.RUNNING : State.NOT_READY);
            OptionalLong pid = alive ? OptionalLong.of(record.get().process().pid()) : OptionalLong.empty();
            Optional<URI> web = alive ? Optional.of(plan.web(daemon)) : Optional.empty();
            statuses.add(new DaemonStatus(daemon.name(), state, pid, web));
        }
        return new ClusterStatus(statuses);
    }

    boolean isAlive(Daemon daemon) throws IOException {
        Optional<DaemonRecord> record = DaemonRecord.read(home, daemon);
        return record.isPresent() && record.get().isAlive();
    }

    /** The answers of one round, asked for only when a daemon's process is alive. */
    private final class Answers {
        private final ClusterPlan plan;
        private final Map<Daemon, Long> startedMillis;
        private Optional<WebProbe.NameNodeAnswer> nameNode = Optional.empty();
        private Optional<Map<Integer, Long>> nodes = Optional.empty();

        Answers(ClusterPlan plan, Map<Daemon, Long> startedMillis) {
            this.plan = plan;
            this.startedMillis = startedMillis;
        }

        boolean says(Daemon daemon) throws InterruptedException {
            return switch (daemon.role()) {
                case NAMENODE -> nameNode().ready();
                case DATANODE -> nameNode().dataNodeIsLive() && probe.dataNodeIsConnected(plan);
                case RESOURCEMANAGER -> probe.resourceManagerIsActive(plan);
                case NODEMANAGER ->
                    nodes().getOrDefault(plan.port(daemon, "rpc"), -1L) >= startedMillis.getOrDefault(daemon, 0L);
            };
        }

        private WebProbe.NameNodeAnswer nameNode() throws InterruptedException {
            if (nameNode.isEmpty()) {
                nameNode = Optional.of(probe.nameNode(plan, home));
            }
            return nameNode.get();
        }

        private Map<Integer, Long> nodes() throws InterruptedException {
            if (nodes.isEmpty()) {
                nodes = Optional.of(probe.runningNodes(plan));
            }
            return nodes.get();
        }
    }
}
