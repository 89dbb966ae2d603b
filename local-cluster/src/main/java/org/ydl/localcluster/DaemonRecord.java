package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.ydl.localcluster.os.ProcessIdentity;

/**
 * The note in the cluster's home of which process a daemon is.
 *
 * <p>Immutable. After a reboot, or when the number belongs to another process, it names no live process.
 */
record DaemonRecord(Daemon daemon, ProcessIdentity process) {

    static Optional<DaemonRecord> read(ClusterHome home, Daemon daemon) throws IOException {
        Path file = home.recordFile(daemon);
        return Files.exists(file)
                ? ProcessIdentity.parse(Files.readString(file)).map(process -> new DaemonRecord(daemon, process))
                : Optional.empty();
    }

    void write(ClusterHome home) throws IOException {
        WholeFile.write(home.recordFile(daemon), process.encoded() + "\n");
    }

    static void remove(ClusterHome home, Daemon daemon) throws IOException {
        Files.deleteIfExists(home.recordFile(daemon));
    }

    boolean isAlive() {
        return process.isAlive();
    }
}
