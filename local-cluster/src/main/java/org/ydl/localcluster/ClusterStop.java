package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.localcluster.os.ProcessIdentity;
import org.ydl.localcluster.os.Processes;
import org.ydl.localcluster.os.Wait;

/**
 * Ends the processes of a cluster: its daemons by their records, and whatever else runs in it by what marks it.
 *
 * <p>Used by one thread that holds the cluster's lock.
 */
final class ClusterStop {
    private static final Duration DAEMON_PATIENCE = Duration.ofSeconds(8);
    /** Less: it waits 10 s for the day when it may delete old logs, and is made to be killed and recover. */
    private static final Duration NODE_MANAGER_PATIENCE = Duration.ofSeconds(2);

    private static final Duration CONTAINER_PATIENCE = Duration.ofSeconds(2);
    private static final Duration APPLICATION_PATIENCE = Duration.ofSeconds(5);

    private final ClusterHome home;
    private final WebProbe probe;

    ClusterStop(ClusterHome home, WebProbe probe) {
        this.home = home;
        this.probe = probe;
    }

    /**
     * Ends the jobs that run, as far as the ResourceManager can be asked: it would start them again when the cluster
     * comes up.
     */
    int endApplications(ClusterPlan plan) throws InterruptedException {
        Map<String, String> active = probe.activeApplications(plan);
        for (Map.Entry<String, String> application : active.entrySet()) {
            probe.killApplication(plan, application.getKey(), application.getValue());
        }
        if (!active.isEmpty()) {
            Wait.until(() -> probe.activeApplications(plan).isEmpty(), APPLICATION_PATIENCE);
        }
        return active.size();
    }

    /** Stops these daemons; containers run on. */
    void stopDaemons(Collection<Daemon> daemons) throws IOException, InterruptedException {
        List<ProcessIdentity> all = new ArrayList<>();
        List<ProcessIdentity> nodeManagers = new ArrayList<>();
        for (Daemon daemon : daemons) {
            Optional<ProcessIdentity> process = DaemonRecord.read(home, daemon).map(DaemonRecord::process);
            process.ifPresent(all::add);
            process.filter(any -> daemon.role() == Daemon.Role.NODEMANAGER).ifPresent(nodeManagers::add);
        }
        all.forEach(ProcessIdentity::terminate);
        Processes.stop(nodeManagers, NODE_MANAGER_PATIENCE);
        requireStopped(Processes.stop(all, DAEMON_PATIENCE));
        for (Daemon daemon : daemons) {
            DaemonRecord.remove(home, daemon);
        }
    }

    /** Stops every daemon with a record, also of nodes that the cluster no longer has; containers run on. */
    int stopDaemons() throws IOException, InterruptedException {
        List<Daemon> recorded = new ArrayList<>();
        for (Daemon daemon : Daemon.all(ClusterSize.MAX_NODES)) {
            Optional<DaemonRecord> record = DaemonRecord.read(home, daemon);
            if (record.isPresent()) {
                recorded.add(daemon);
            }
        }
        int alive = 0;
        for (Daemon daemon : recorded) {
            alive += DaemonRecord.read(home, daemon)
                            .filter(DaemonRecord::isAlive)
                            .isPresent()
                    ? 1
                    : 0;
        }
        stopDaemons(recorded);
        removeUnreadableRecords();
        return alive;
    }

    /** Ends whatever of the cluster still runs: containers, and any daemon whose record was lost. */
    int stopLeftovers() throws IOException, InterruptedException {
        String mark = DaemonLauncher.MARK + "=" + home.root();
        Processes.Sweep sweep = Processes.stopAll(
                process -> process.environment().contains(mark) || belongsToContainer(process), CONTAINER_PATIENCE);
        requireStopped(sweep.left());
        return sweep.met();
    }

    private boolean belongsToContainer(Processes.Traits process) {
        return hasContainerEnvironment(process.environment()) || runsInContainerDir(process);
    }

    /** YARN gives these variables to every container; its children inherit them, wherever they go. */
    private boolean hasContainerEnvironment(List<String> environment) {
        return environment.stream()
                .anyMatch(variable -> variable.startsWith("LOCAL_DIRS=" + home.dataDir() + "/")
                        || variable.startsWith("LOG_DIRS=" + home.containerLogDir() + "/"));
    }

    private boolean runsInContainerDir(Processes.Traits process) {
        // Whoever looks around there in a shell has a terminal; no container has.
        return !process.hasTerminal()
                && process.workingDirectory()
                        .filter(directory -> Daemon.nodeManagers(ClusterSize.MAX_NODES).stream()
                                .anyMatch(node -> directory.startsWith(home.containerDir(node))))
                        .isPresent();
    }

    private void removeUnreadableRecords() throws IOException {
        if (!Files.isDirectory(home.recordDir())) {
            return;
        }
        try (DirectoryStream<Path> records = Files.newDirectoryStream(home.recordDir(), "*.pid")) {
            for (Path unreadable : records) {
                Files.delete(unreadable);
            }
        }
    }

    private void requireStopped(List<ProcessIdentity> survivors) throws LocalClusterException {
        if (!survivors.isEmpty()) {
            String pids = String.join(
                    " ", survivors.stream().map(p -> Long.toString(p.pid())).toList());
            throw new LocalClusterException("Processes of the local cluster in " + home.root()
                    + " did not end, even by SIGKILL.\n  processes  " + pids
                    + "\n  try        ps -o pid,user,stat,cmd -p " + pids.replace(' ', ',')
                    + " to see whose they are and what they wait for, then ydl-cluster down again");
        }
    }
}
