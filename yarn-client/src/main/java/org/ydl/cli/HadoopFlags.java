package org.ydl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ydl.api.ExitCode;
import org.ydl.localcluster.LocalCluster;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Option;

/** Which cluster a command speaks to: one that is configured, or the local one. */
final class HadoopFlags {
    @Option(
            names = "--conf-dir",
            paramLabel = "DIR",
            description = "Hadoop configuration (default: $HADOOP_CONF_DIR; without one, a local cluster)")
    private Path confDir;

    List<String> problems() {
        return configured()
                .filter(dir -> !Files.isRegularFile(dir.resolve("yarn-site.xml")))
                .map(dir -> dir + " is no Hadoop configuration: it has no yarn-site.xml")
                .stream()
                .toList();
    }

    /** The configured cluster, or none: then it is the local one. */
    Optional<HadoopSite> site() {
        return configured().map(dir -> new HadoopSite(dir, false));
    }

    /** The cluster that runs already: for commands about a job, which can only be there. */
    HadoopSite runningSite() throws YdlException {
        Optional<HadoopSite> configured = site();
        if (configured.isPresent()) {
            return configured.get();
        }
        LocalCluster local = LocalCluster.at(LocalCluster.standardHome());
        try {
            if (local.status().isUp()) {
                return new HadoopSite(local.confDir(), true);
            }
        } catch (IOException e) {
            throw new YdlException(
                    ExitCode.UNREACHABLE, "the local cluster's state cannot be read: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new YdlException(
                ExitCode.UNREACHABLE,
                "there is no Hadoop configuration ($HADOOP_CONF_DIR or --conf-dir), and the local cluster is not up;"
                        + " ydl-cluster up starts it");
    }

    private Optional<Path> configured() {
        return Optional.ofNullable(confDir).or(() -> Optional.ofNullable(System.getenv("HADOOP_CONF_DIR"))
                .filter(dir -> !dir.isBlank())
                .map(Path::of));
    }
}
