package org.ydl.submit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * A Hadoop cluster as its configuration directory describes it.
 *
 * @param confDir where its {@code *-site.xml} are
 * @param local whether it is the one that ydl keeps on this machine
 */
public record HadoopSite(Path confDir, boolean local) {
    /** How long a client tries to connect before it calls a daemon unreachable. */
    private static final int CONNECT_MS = 5_000;

    /** The configuration, with a client's patience instead of a daemon's. */
    public Configuration conf() {
        Configuration conf = new YarnConfiguration();
        siteFiles().forEach(file -> conf.addResource(new org.apache.hadoop.fs.Path(file.toUri())));
        conf.setInt("ipc.client.connect.timeout", CONNECT_MS);
        conf.setInt("ipc.client.connect.max.retries", 2);
        conf.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
        conf.setInt("yarn.resourcemanager.connect.max-wait.ms", 2 * CONNECT_MS);
        conf.setInt("yarn.resourcemanager.connect.retry-interval.ms", 1_000);
        conf.setInt("dfs.client.retry.max.attempts", 2);
        // Hadoop would close it at the first sign of Ctrl-C, before the job was killed and its files removed.
        conf.setBoolean("fs.automatic.close", false);
        return conf;
    }

    /** What an application master needs to find the same cluster. */
    List<Path> siteFiles() {
        try (Stream<Path> files = Files.list(confDir)) {
            return files.filter(file -> file.toString().endsWith("-site.xml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
