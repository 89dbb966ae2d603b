package org.ydl.cli;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.api.ExitCode;
import org.ydl.client.Applications;
import org.ydl.client.JobHistory;
import org.ydl.localcluster.os.YdlDirectory;
import org.ydl.submit.Digests;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.Staging;
import org.ydl.submit.YdlException;

/** The clients of one cluster, opened together and closed by the command. */
record Connection(YarnClient yarn, FileSystem files) implements AutoCloseable {
    /** Opens both, or says which of the daemons cannot be reached at which address. */
    static Connection to(HadoopSite site) throws YdlException {
        Configuration conf = site.conf();
        YarnClient yarn = YarnClient.createYarnClient();
        yarn.init(conf);
        yarn.start();
        try {
            yarn.getYarnClusterMetrics();
        } catch (YarnException | IOException | RuntimeException e) {
            yarn.stop();
            throw unreachable("the ResourceManager", conf.get("yarn.resourcemanager.address"), site, e);
        }
        try {
            FileSystem files = FileSystem.newInstance(conf);
            files.exists(files.getHomeDirectory());
            return new Connection(yarn, files);
        } catch (IOException | RuntimeException e) {
            yarn.stop();
            throw unreachable("the file system", FileSystem.getDefaultUri(conf).toString(), site, e);
        }
    }

    Staging staging() {
        return new Staging(files, new Digests(YdlDirectory.standard().resolve("digests")));
    }

    Applications applications() {
        return new Applications(yarn, staging(), new JobHistory(files));
    }

    @Override
    public void close() throws IOException {
        yarn.stop();
        files.close();
    }

    private static YdlException unreachable(String who, String where, HadoopSite site, Exception cause) {
        return new YdlException(
                ExitCode.UNREACHABLE,
                who + " does not answer at " + where + ".\n  said       " + rootMessage(cause) + "\n  from       "
                        + site.confDir() + "\n  try        "
                        + (site.local()
                                ? "ydl-cluster status, then ydl-cluster up"
                                : "check that it runs and that this machine can reach it"),
                cause);
    }

    /** What was said first: the wrappings around it repeat addresses and advice. */
    static String rootMessage(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }
}
