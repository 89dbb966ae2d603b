package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ydl.localcluster.os.Directories;

/**
 * Where the files of one cluster lie below its home directory.
 *
 * <p>Immutable. Two clusters with different homes share no file.
 */
record ClusterHome(Path root) {

    ClusterHome {
        root = root.toAbsolutePath().normalize();
    }

    /** Why this directory cannot be the home of a cluster, if so. */
    static Optional<String> problemWith(Path root) {
        return root.toString().contains(",") || root.toString().contains(":")
                ? Optional.of("The home of a local cluster cannot be '" + root
                        + "': Hadoop splits paths at commas and colons. Choose another directory.")
                : Optional.empty();
    }

    /** The home with symbolic links resolved, created if need be: daemons and {@code /proc} report real paths. */
    ClusterHome created() throws IOException {
        Files.createDirectories(root);
        return new ClusterHome(root.toRealPath());
    }

    /** Deletes what a cluster writes and nothing else, should the home hold other files too. */
    void deleteFiles() throws IOException {
        for (Path directory :
                List.of(dataDir(), logDir(), tmpDir(), confDir(), hostsFile().getParent(), recordDir())) {
            Directories.delete(directory);
        }
        Files.deleteIfExists(planFile());
        // Last: whoever waits for the lock finds a home without a cluster.
        Files.deleteIfExists(lockFile());
        try {
            Files.delete(root);
        } catch (DirectoryNotEmptyException holdsOtherFiles) {
            // They are not the cluster's.
        }
    }

    Path lockFile() {
        return root.resolve("lock");
    }

    Path planFile() {
        return root.resolve("cluster.properties");
    }

    /** The settings that clients and ApplicationMasters use, fit for HADOOP_CONF_DIR. */
    Path confDir() {
        return root.resolve("conf");
    }

    /** The settings of one daemon that differ from {@link #confDir()}. */
    Path daemonConfDir(Daemon daemon) {
        return root.resolve("daemons").resolve(daemon.name());
    }

    Path hostsFile() {
        return root.resolve("daemons").resolve("hosts");
    }

    Path recordFile(Daemon daemon) {
        return recordDir().resolve(daemon.name() + ".pid");
    }

    Path recordDir() {
        return root.resolve("run");
    }

    Path tmpDir() {
        return root.resolve("tmp");
    }

    Path logDir() {
        return root.resolve("logs");
    }

    /** What the daemon logs. */
    Path logFile(Daemon daemon) {
        return logDir().resolve(daemon.name() + ".log");
    }

    /** What the daemon's JVM prints, for instance when it cannot start at all. */
    Path outputFile(Daemon daemon) {
        return logDir().resolve(daemon.name() + ".out");
    }

    Path containerLogDir() {
        return logDir().resolve("containers");
    }

    Path containerLogDir(Daemon nodeManager) {
        return containerLogDir().resolve(nodeManager.name());
    }

    Path dataDir() {
        return root.resolve("data");
    }

    Path nameDir() {
        return dataDir().resolve("namenode");
    }

    Path blockDir() {
        return dataDir().resolve("datanode");
    }

    Path resourceManagerStateDir() {
        return dataDir().resolve("resourcemanager");
    }

    /** Containers run below it: their working directories and localized files. */
    Path containerDir(Daemon nodeManager) {
        return dataDir().resolve(nodeManager.name()).resolve("local");
    }

    Path recoveryDir(Daemon nodeManager) {
        return dataDir().resolve(nodeManager.name()).resolve("recovery");
    }
}
