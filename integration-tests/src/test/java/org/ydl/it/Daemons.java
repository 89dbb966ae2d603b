package org.ydl.it;

import java.io.IOException;
import java.util.List;
import org.ydl.localcluster.ClusterStatus.DaemonStatus;
import org.ydl.localcluster.LocalCluster;

/** The daemons of an installation's cluster, to be killed and started again. */
record Daemons(Installation ydl) {

    /** SIGKILL; returns when they have ended. */
    void kill(String... names) {
        List<LiveProcess> doomed = List.of(names).stream().map(this::process).toList();
        doomed.forEach(LiveProcess::kill);
    }

    /** Starts those that do not run, and returns when all work. */
    void startMissing() {
        ydl.cluster("up");
    }

    LiveProcess process(String name) {
        return all().stream()
                .filter(daemon -> daemon.name().equals(name) && daemon.pid().isPresent())
                .findFirst()
                .flatMap(daemon -> LiveProcess.of(daemon.pid().getAsLong()))
                .orElseThrow(() -> new AssertionError(name + " does not run"));
    }

    List<DaemonStatus> all() {
        try {
            return LocalCluster.at(ydl.clusterHome()).status().daemons();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
