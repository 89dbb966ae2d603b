package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.ydl.localcluster.os.ExclusiveLock;
import org.ydl.localcluster.os.FreePorts;
import org.ydl.localcluster.os.YdlDirectory;

/**
 * A Hadoop cluster on this machine: one NameNode, DataNode and ResourceManager, and one or more NodeManagers.
 *
 * <p>Any thread, any number of processes: what changes the cluster takes a lock in its home directory. The daemons
 * belong to that directory and outlive this object and its JVM, until {@link #down}. Clusters with different homes do not
 * touch each other.
 */
public final class LocalCluster {
    private final ClusterHome home;

    private LocalCluster(ClusterHome home) {
        this.home = home;
    }

    /** The cluster of this home directory, which need not exist yet. */
    public static LocalCluster at(Path home) {
        ClusterHome.problemWith(home).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        return new LocalCluster(new ClusterHome(home));
    }

    /** {@code ~/.ydl/cluster}, or {@code $YDL_DIR/cluster}. */
    public static Path standardHome() {
        return YdlDirectory.standard().resolve("cluster");
    }

    /**
     * Brings the cluster up in the size it had last; at first in {@link ClusterSize#standard()}.
     *
     * @see #up(ClusterSize, Consumer)
     */
    public boolean up(Consumer<String> progress) throws IOException, InterruptedException {
        return up(ClusterWish.AS_LAST_TIME, progress);
    }

    /**
     * Brings the cluster up: starts the daemons that do not run and returns when all work. Does nothing if they do.
     *
     * @param progress takes one line for each step
     * @return whether it started any; false if the cluster was up
     * @throws LocalClusterException if a daemon does not start (then those started by this call are stopped), or if the
     *     cluster runs in another size
     */
    public boolean up(ClusterSize size, Consumer<String> progress) throws IOException, InterruptedException {
        return up(new ClusterWish(Optional.of(size), Map.of()), progress);
    }

    boolean up(ClusterWish wish, Consumer<String> progress) throws IOException, InterruptedException {
        if (isUpAs(wish)) {
            return false;
        }
        return whileLocked(progress, real -> {
            // Another process may have brought it up while this one waited for the lock.
            if (isUpAs(wish)) {
                return false;
            }
            new ClusterStart(
                            real,
                            new ClusterHealth(real, new WebProbe()),
                            new ClusterStop(real, new WebProbe()),
                            DaemonClassPath.ofThisProgram(),
                            new FreePorts(new SecureRandom()),
                            progress)
                    .run(wish);
            return true;
        });
    }

    private boolean isUpAs(ClusterWish wish) throws IOException, InterruptedException {
        return ClusterPlan.load(home.planFile()).filter(wish::isMetBy).isPresent() && status().isUp();
    }

    /** Stops all processes of the cluster, containers included. What HDFS holds, and the logs, stay. */
    public void down(Consumer<String> progress) throws IOException, InterruptedException {
        if (!Files.exists(home.root())) {
            progress.accept(notRunning(home));
            return;
        }
        whileLocked(progress, real -> {
            stopAll(real, progress);
            return real;
        });
    }

    /** Stops all processes of the cluster and deletes its files, with all that HDFS holds. */
    public void purge(Consumer<String> progress) throws IOException, InterruptedException {
        if (!Files.exists(home.root())) {
            progress.accept(notRunning(home));
            return;
        }
        // A directory that never held a cluster may hold a user's own data and logs.
        if (!Files.exists(home.planFile())) {
            progress.accept("there is no local cluster in " + home.root() + ": nothing was deleted");
            return;
        }
        whileLocked(progress, real -> {
            stopAll(real, progress);
            real.deleteFiles();
            progress.accept("deleted the cluster's files in " + real.root());
            return real;
        });
    }

    private static void stopAll(ClusterHome home, Consumer<String> progress) throws IOException, InterruptedException {
        ClusterStop stop = new ClusterStop(home, new WebProbe());
        Optional<ClusterPlan> plan = ClusterPlan.load(home.planFile());
        if (plan.isPresent()) {
            int jobs = stop.endApplications(plan.get());
            if (jobs > 0) {
                progress.accept("ended " + counted(jobs, "running application", "running applications"));
            }
        }
        int daemons = stop.stopDaemons();
        int others = stop.stopLeftovers();
        progress.accept(
                daemons + others == 0
                        ? notRunning(home)
                        : "stopped the local cluster in " + home.root() + ": " + counted(daemons, "daemon", "daemons")
                                + (others == 0 ? "" : " and " + counted(others, "other process", "other processes")));
    }

    private static String counted(int count, String one, String many) {
        return count + " " + (count == 1 ? one : many);
    }

    private static String notRunning(ClusterHome home) {
        return "the local cluster in " + home.root() + " was not running";
    }

    /** What the daemons are doing now; all are STOPPED if the cluster was never started. */
    public ClusterStatus status() throws IOException, InterruptedException {
        Optional<ClusterPlan> plan = ClusterPlan.load(home.planFile());
        return plan.isPresent()
                ? new ClusterHealth(home.created(), new WebProbe()).check(plan.get(), Map.of())
                : ClusterStatus.neverStarted();
    }

    /** The size the cluster runs in, or ran in last; empty if it was never started. */
    public Optional<ClusterSize> size() throws IOException {
        return ClusterPlan.load(home.planFile()).map(ClusterPlan::size);
    }

    /** The directory of the Hadoop settings for clients and ApplicationMasters, fit for HADOOP_CONF_DIR. */
    public Path confDir() throws IOException {
        return (Files.exists(home.root()) ? home.created() : home).confDir();
    }

    /** The directory that holds all files of the cluster. */
    public Path home() {
        return home.root();
    }

    /** Where the daemons and containers log. */
    public Path logDir() {
        return home.logDir();
    }

    private interface Change<T> {
        T apply(ClusterHome real) throws IOException, InterruptedException;
    }

    private <T> T whileLocked(Consumer<String> progress, Change<T> change) throws IOException, InterruptedException {
        ClusterHome real = home.created();
        Runnable whenBusy = () -> progress.accept("waiting: another process is changing the cluster in " + real.root());
        return new ExclusiveLock(real.lockFile()).whileHeld(whenBusy, () -> change.apply(real));
    }
}
