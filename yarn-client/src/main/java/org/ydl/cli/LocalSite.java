package org.ydl.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ydl.api.ExitCode;
import org.ydl.localcluster.LocalCluster;
import org.ydl.localcluster.python.PythonRuntime;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.YdlException;

/** The cluster and the Python that ydl keeps on this machine, prepared when a job first needs them. */
record LocalSite(Screen screen) {
    void announce() {
        say("no Hadoop configuration ($HADOOP_CONF_DIR or --conf-dir): using the local cluster in "
                + LocalCluster.standardHome());
    }

    /** Makes the Python with TensorFlow, unless it is there. */
    void makePython() throws YdlException, InterruptedException {
        try {
            PythonRuntime.standard().ensure(this::say);
        } catch (IOException e) {
            throw new YdlException(ExitCode.NOT_PREPARED, e.getMessage(), e);
        }
    }

    /** The cluster, which is up. */
    HadoopSite start() throws YdlException, InterruptedException {
        LocalCluster cluster = LocalCluster.at(LocalCluster.standardHome());
        try {
            if (cluster.up(this::say)) {
                say("it stays up for the next job; ydl-cluster down ends it");
            }
            return new HadoopSite(cluster.confDir(), true);
        } catch (IOException e) {
            throw new YdlException(ExitCode.NOT_PREPARED, e.getMessage(), e);
        }
    }

    /** The log directories of an application's containers that are there now. */
    static List<Path> containerLogsOf(String appId) throws IOException {
        List<Path> found = new ArrayList<>();
        if (Files.isDirectory(containerLogs())) {
            try (DirectoryStream<Path> nodes = Files.newDirectoryStream(containerLogs())) {
                for (Path node : nodes) {
                    Path application = node.resolve(appId);
                    if (Files.isDirectory(application)) {
                        try (DirectoryStream<Path> containers = Files.newDirectoryStream(application)) {
                            containers.forEach(found::add);
                        }
                    }
                }
            }
        }
        return found;
    }

    private static Path containerLogs() {
        return LocalCluster.at(LocalCluster.standardHome()).logDir().resolve("containers");
    }

    private void say(String line) {
        screen.say("ydl: " + line);
    }
}
