package org.ydl.cli;

import java.io.IOException;
import org.ydl.api.ExitCode;
import org.ydl.localcluster.LocalCluster;
import org.ydl.localcluster.python.PythonRuntime;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.YdlException;

/** The cluster and the Python that ydl keeps on this machine, prepared when a job first needs them. */
final class LocalSite {
    private LocalSite() {}

    static HadoopSite prepare(Screen screen) throws YdlException, InterruptedException {
        LocalCluster cluster = LocalCluster.at(LocalCluster.standardHome());
        try {
            screen.say("ydl: no Hadoop configuration ($HADOOP_CONF_DIR or --conf-dir): using the local cluster in "
                    + LocalCluster.standardHome());
            cluster.up(screen::say);
            return new HadoopSite(cluster.confDir(), true);
        } catch (IOException e) {
            throw new YdlException(ExitCode.NOT_PREPARED, e.getMessage(), e);
        }
    }

    /** Its interpreter's path. */
    static String python(Screen screen) throws YdlException, InterruptedException {
        try {
            return PythonRuntime.in(PythonRuntime.standardParent(), System.getenv())
                    .ensure(screen::say)
                    .toString();
        } catch (IOException e) {
            throw new YdlException(ExitCode.NOT_PREPARED, e.getMessage(), e);
        }
    }
}
