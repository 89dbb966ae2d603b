package org.ydl.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueInfo;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.api.ExitCode;
import org.ydl.submit.HadoopSite;

/** What {@code ydl-tf doctor} asks a cluster. Changes nothing there. */
record ClusterCheck(HadoopSite site, String queue) {
    private static final String MANAGER = "YARN";
    private static final String FILES = "file system";
    private static final String QUEUE = "queue";
    private static final String NODES = "nodes";

    List<Finding> findings() {
        Configuration conf = site.conf();
        List<Finding> findings = new ArrayList<>(yarn(conf));
        findings.add(files(conf));
        return findings;
    }

    private List<Finding> yarn(Configuration conf) {
        String address = conf.get("yarn.resourcemanager.address");
        List<Finding> findings = new ArrayList<>();
        YarnClient yarn = YarnClient.createYarnClient();
        try {
            yarn.init(conf);
            yarn.start();
            yarn.getYarnClusterMetrics();
            findings.add(Finding.ok(MANAGER, "the ResourceManager answers at " + address));
            findings.add(nodes(yarn));
            findings.add(queue(yarn));
        } catch (YarnException | IOException | RuntimeException e) {
            findings.add(Finding.fail(
                    ExitCode.UNREACHABLE,
                    MANAGER,
                    "the ResourceManager does not answer at " + address + " (" + Connection.rootMessage(e) + "): "
                            + advice()));
        } finally {
            yarn.stop();
        }
        return findings;
    }

    private static Finding nodes(YarnClient yarn) throws YarnException, IOException {
        List<NodeReport> nodes = yarn.getNodeReports(NodeState.RUNNING);
        if (nodes.isEmpty()) {
            return Finding.fail(
                    ExitCode.UNREACHABLE, NODES, "YARN has no running node: start a NodeManager, and look at its log");
        }
        Resource largest = yarn.createApplication().getNewApplicationResponse().getMaximumResourceCapability();
        return Finding.ok(
                NODES,
                nodes.size() + (nodes.size() == 1 ? " runs" : " run") + "; the largest container has "
                        + largest.getMemorySize() + " MiB and " + largest.getVirtualCores() + " vcores");
    }

    private Finding queue(YarnClient yarn) throws YarnException, IOException {
        QueueInfo info = yarn.getQueueInfo(queue);
        if (info == null) {
            return Finding.fail(
                    ExitCode.NOT_PREPARED, QUEUE, queue + ": the cluster has no such queue; name another by --queue");
        }
        if (info.getQueueState() != QueueState.RUNNING) {
            return Finding.fail(
                    ExitCode.NOT_PREPARED, QUEUE, queue + " is " + info.getQueueState() + "; name another by --queue");
        }
        boolean mayUse = yarn.getQueueAclsInfo().stream()
                .filter(acls ->
                        acls.getQueueName().equals(queue) || acls.getQueueName().endsWith("." + queue))
                .allMatch(acls -> acls.getUserAcls().contains(QueueACL.SUBMIT_APPLICATIONS));
        return mayUse
                ? Finding.ok(QUEUE, queue + " takes your jobs")
                : Finding.fail(
                        ExitCode.NOT_PREPARED,
                        QUEUE,
                        queue + " does not take your jobs: name another by --queue, or ask for the right to submit");
    }

    private Finding files(Configuration conf) {
        try (FileSystem files = FileSystem.newInstance(conf)) {
            Path home = files.getHomeDirectory();
            Path there = home;
            while (!files.exists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            return writable(files, home, there);
        } catch (IOException | RuntimeException e) {
            return Finding.fail(
                    ExitCode.UNREACHABLE,
                    FILES,
                    FileSystem.getDefaultUri(conf) + " does not answer (" + Connection.rootMessage(e) + "): "
                            + advice());
        }
    }

    /** @param there the home, or the nearest directory above it that exists: ydl makes the rest */
    private static Finding writable(FileSystem files, Path home, Path there) throws IOException {
        try {
            files.access(there, FsAction.WRITE_EXECUTE);
            return Finding.ok(FILES, "you can write to " + home);
        } catch (AccessControlException e) {
            return Finding.fail(
                    ExitCode.NOT_PREPARED,
                    FILES,
                    "you cannot write to " + there + ": have " + home + " made for you, and owned by you");
        }
    }

    private String advice() {
        return site.local() ? "ydl-cluster status, then ydl-cluster up" : "check that it runs and can be reached";
    }
}
