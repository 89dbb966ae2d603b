package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Hadoop settings of a cluster: what clients and all daemons share, and what each NodeManager has of its own.
 *
 * <p>Immutable.
 */
record ClusterSettings(ClusterHome home, ClusterPlan plan, DaemonClassPath classPath) {
    private static final int VCORES = 32;
    private static final int PASSED_OVER = 3;

    /** Writes all files; only while no daemon runs. */
    void write() throws IOException {
        for (SiteFile file : shared()) {
            WholeFile.write(home.confDir().resolve(file.name()), file.xml());
        }
        for (Daemon nodeManager : Daemon.nodeManagers(plan.size().nodes())) {
            SiteFile file = yarn().with(asked("yarn-site.xml")).with(nodeManager(nodeManager));
            WholeFile.write(home.daemonConfDir(nodeManager).resolve(file.name()), file.xml());
        }
    }

    List<SiteFile> shared() {
        return List.of(
                core().with(asked("core-site.xml")),
                hdfs().with(asked("hdfs-site.xml")),
                yarn().with(asked("yarn-site.xml")),
                capacityScheduler().with(asked("capacity-scheduler.xml")));
    }

    /** The settings that were asked for and belong to this file. */
    private Map<String, String> asked(String file) {
        Map<String, String> settings = new LinkedHashMap<>(plan.settings());
        settings.keySet().removeIf(key -> !fileOf(key).equals(file));
        return settings;
    }

    /** Every daemon reads core-site.xml, so what is nobody's in particular is right there. */
    private static String fileOf(String key) {
        if (key.startsWith("yarn.scheduler.capacity.")) {
            return "capacity-scheduler.xml";
        }
        return key.startsWith("yarn.") ? "yarn-site.xml" : key.startsWith("dfs.") ? "hdfs-site.xml" : "core-site.xml";
    }

    private SiteFile core() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fs.defaultFS", "hdfs://" + plan.address(Daemon.NAMENODE, "rpc"));
        settings.put("hadoop.tmp.dir", home.tmpDir().resolve("hadoop").toString());
        // Daemons start together and wait for each other: the standard second between attempts is felt.
        settings.put("ipc.client.connect.retry.interval", "200");
        settings.put("ipc.client.connect.max.retries", "50");
        return new SiteFile("core-site.xml", settings);
    }

    private SiteFile hdfs() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("dfs.replication", "1");
        settings.put("dfs.namenode.name.dir", uri(home.nameDir()));
        settings.put("dfs.namenode.rpc-address", plan.address(Daemon.NAMENODE, "rpc"));
        settings.put("dfs.namenode.http-address", plan.address(Daemon.NAMENODE, "web"));
        settings.put("dfs.namenode.safemode.extension", "0");
        // The check looks the DataNode's address up in the name service, which may not know it.
        settings.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        settings.put("dfs.datanode.data.dir", uri(home.blockDir()));
        settings.put("dfs.datanode.hostname", "localhost");
        settings.put("dfs.datanode.address", plan.address(Daemon.DATANODE, "data"));
        settings.put("dfs.datanode.ipc.address", plan.address(Daemon.DATANODE, "rpc"));
        settings.put("dfs.datanode.http.address", plan.address(Daemon.DATANODE, "web"));
        settings.put("dfs.heartbeat.interval", "1");
        return new SiteFile("hdfs-site.xml", settings);
    }

    private SiteFile yarn() {
        String memory = Integer.toString(plan.size().nodeMemoryMb());
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("yarn.resourcemanager.hostname", "127.0.0.1");
        settings.put("yarn.resourcemanager.address", plan.address(Daemon.RESOURCEMANAGER, "client"));
        settings.put("yarn.resourcemanager.scheduler.address", plan.address(Daemon.RESOURCEMANAGER, "scheduler"));
        settings.put("yarn.resourcemanager.resource-tracker.address", plan.address(Daemon.RESOURCEMANAGER, "tracker"));
        settings.put("yarn.resourcemanager.admin.address", plan.address(Daemon.RESOURCEMANAGER, "admin"));
        settings.put("yarn.resourcemanager.webapp.address", plan.address(Daemon.RESOURCEMANAGER, "web"));
        settings.put("yarn.resourcemanager.connect.retry-interval.ms", "1000");
        settings.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "200");
        // Each job says how many of them it wants, and the cluster only caps it.
        settings.put("yarn.resourcemanager.am.max-attempts", "20");
        settings.put("yarn.am.liveness-monitor.expiry-interval-ms", "30000");
        settings.put("yarn.nm.liveness-monitor.expiry-interval-ms", "30000");
        settings.put("yarn.resourcemanager.max-completed-applications", "200");

        settings.put("yarn.resourcemanager.recovery.enabled", "true");
        settings.put(
                "yarn.resourcemanager.store.class",
                "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore");
        settings.put("yarn.resourcemanager.fs.state-store.uri", uri(home.resourceManagerStateDir()));
        // With recovery on, every ResourceManager gives no container for this long after its start; standard is 10 s.
        settings.put("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", "1000");

        settings.put("yarn.scheduler.minimum-allocation-mb", "128");
        settings.put("yarn.scheduler.maximum-allocation-mb", memory);
        settings.put("yarn.scheduler.maximum-allocation-vcores", Integer.toString(VCORES));
        settings.put("yarn.nodemanager.resource.memory-mb", memory);
        settings.put("yarn.nodemanager.resource.cpu-vcores", Integer.toString(VCORES));
        settings.put("yarn.nodemanager.pmem-check-enabled", "true");
        settings.put("yarn.nodemanager.vmem-check-enabled", "false");
        // Else nobody minds a container's memory: the check is left to cgroups, also where there are none.
        settings.put("yarn.nodemanager.resource.memory.enforced", "false");
        settings.put("yarn.nodemanager.container-monitor.interval-ms", "1000");
        settings.put("yarn.nodemanager.recovery.enabled", "true");
        // Supervised: it will be started again, so containers run on when it stops.
        settings.put("yarn.nodemanager.recovery.supervised", "true");
        settings.put("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99");

        settings.put("yarn.log-aggregation-enable", "true");
        settings.put("yarn.nodemanager.remote-app-log-dir", "/tmp/logs");
        // To keep the logs on their node as well would keep the working directory of every container.
        settings.put("yarn.nodemanager.delete.debug-delay-sec", "0");
        // Without the directory of these files an ApplicationMaster looks for the ResourceManager on 0.0.0.0.
        settings.put("yarn.application.classpath", home.confDir() + "," + String.join(",", classPath.entries()));
        return new SiteFile("yarn-site.xml", settings);
    }

    private Map<String, String> nodeManager(Daemon nodeManager) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("yarn.nodemanager.hostname", nodeManager.host());
        settings.put("yarn.nodemanager.address", plan.address(nodeManager, "rpc"));
        settings.put("yarn.nodemanager.localizer.address", plan.address(nodeManager, "localizer"));
        settings.put("yarn.nodemanager.webapp.address", plan.address(nodeManager, "web"));
        settings.put(
                "yarn.nodemanager.local-dirs", home.containerDir(nodeManager).toString());
        settings.put(
                "yarn.nodemanager.log-dirs", home.containerLogDir(nodeManager).toString());
        settings.put(
                "yarn.nodemanager.recovery.dir", home.recoveryDir(nodeManager).toString());
        return settings;
    }

    private SiteFile capacityScheduler() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("yarn.scheduler.capacity.root.queues", "default");
        settings.put("yarn.scheduler.capacity.root.default.capacity", "100");
        settings.put("yarn.scheduler.capacity.maximum-applications", "10000");
        // Several small jobs at once: each has an ApplicationMaster, and the standard share for them is a tenth.
        settings.put("yarn.scheduler.capacity.maximum-am-resource-percent", "0.5");
        // A request for a certain node passes over each of the others a few times, then takes any.
        settings.put(
                "yarn.scheduler.capacity.node-locality-delay",
                Integer.toString(PASSED_OVER * plan.size().nodes()));
        settings.put(
                "yarn.scheduler.capacity.resource-calculator",
                "org.apache.hadoop.yarn.util.resource.DefaultResourceCalculator");
        return new SiteFile("capacity-scheduler.xml", settings);
    }

    private static String uri(Path directory) {
        return "file://" + directory.toUri().getRawPath().replaceFirst("/$", "");
    }
}
