package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.ydl.localcluster.os.FreePorts;

class ClusterSettingsTest {
    @TempDir
    Path directory;

    @Test
    void clientSettingsNameTheNameNodeAndTheResourceManager() throws Exception {
        ClusterPlan plan = writtenPlan();

        assertEquals("hdfs://127.0.0.1:" + plan.port(Daemon.NAMENODE, "rpc"), setting("core-site.xml", "fs.defaultFS"));
        assertEquals(
                plan.address(Daemon.RESOURCEMANAGER, "client"),
                setting("yarn-site.xml", "yarn.resourcemanager.address"));
    }

    @Test
    void containersGetTheSettingsDirectoryAndTheJarsOnTheirClassPath() throws Exception {
        writtenPlan();

        String classPath = setting("yarn-site.xml", "yarn.application.classpath");

        assertEquals(directory.resolve("conf") + ",/opt/ydl/lib/local-cluster.jar", classPath);
    }

    @Test
    void nodeManagersShareNeitherPortsNorDirectories() throws Exception {
        writtenPlan();

        for (String key : List.of(
                "yarn.nodemanager.address",
                "yarn.nodemanager.localizer.address",
                "yarn.nodemanager.webapp.address",
                "yarn.nodemanager.local-dirs",
                "yarn.nodemanager.log-dirs",
                "yarn.nodemanager.recovery.dir")) {
            assertNotEquals(nodeSetting(1, key), nodeSetting(2, key), key);
        }
    }

    @Test
    void nothingListensBeyondTheLoopbackAddress() throws Exception {
        writtenPlan();

        for (Path file : List.of(
                directory.resolve("conf/hdfs-site.xml"),
                directory.resolve("conf/yarn-site.xml"),
                directory.resolve("daemons/nodemanager-1/yarn-site.xml"))) {
            settings(file)
                    .forEach((key, value) -> assertTrue(
                            !key.matches(".*[.-]address") || value.matches("127[.]0[.]0[.]\\d+:\\d+"),
                            key + " is " + value));
        }
    }

    @Test
    void valuesThatXmlReservesSurvive() throws Exception {
        String value = "a < b & c > \"d\"";
        Path file = directory.resolve("some-site.xml");

        Files.writeString(file, new SiteFile("some-site.xml", Map.of("some.key", value)).xml());

        assertEquals(value, settings(file).get("some.key"));
    }

    @Test
    void aContainerMayTakeAWholeNodeAndNoMore() throws Exception {
        writtenPlan();

        assertEquals("1024", setting("yarn-site.xml", "yarn.scheduler.maximum-allocation-mb"));
        assertEquals("1024", nodeSetting(1, "yarn.nodemanager.resource.memory-mb"));
        assertFalse(Boolean.parseBoolean(nodeSetting(1, "yarn.nodemanager.vmem-check-enabled")));
        assertFalse(Boolean.parseBoolean(nodeSetting(1, "yarn.nodemanager.resource.memory.enforced")));
    }

    @Test
    void logsAreCollectedAndNothingOfAContainerStaysOnItsNode() throws Exception {
        writtenPlan();

        assertEquals("true", nodeSetting(1, "yarn.log-aggregation-enable"));
        assertEquals("0", nodeSetting(1, "yarn.nodemanager.delete.debug-delay-sec"));
    }

    @Test
    void settingsThatWereAskedForStandInTheFileThatTheyBelongTo() throws Exception {
        writtenPlan(Map.of(
                "yarn.nm.liveness-monitor.expiry-interval-ms", "9000",
                "yarn.scheduler.capacity.root.queues", "default,urgent",
                "dfs.replication", "3",
                "ipc.ping.interval", "5"));

        assertEquals("9000", setting("yarn-site.xml", "yarn.nm.liveness-monitor.expiry-interval-ms"));
        assertEquals("9000", nodeSetting(2, "yarn.nm.liveness-monitor.expiry-interval-ms"));
        assertEquals("default,urgent", setting("capacity-scheduler.xml", "yarn.scheduler.capacity.root.queues"));
        assertEquals("3", setting("hdfs-site.xml", "dfs.replication"));
        assertEquals("5", setting("core-site.xml", "ipc.ping.interval"));
    }

    private ClusterPlan writtenPlan() throws Exception {
        return writtenPlan(Map.of());
    }

    private ClusterPlan writtenPlan(Map<String, String> asked) throws Exception {
        ClusterHome home = new ClusterHome(directory);
        FreePorts freePorts = new FreePorts(new Random(1));
        ClusterPlan plan = ClusterPlan.withFreePorts(new ClusterSize(2, 1024), freePorts)
                .changed(new ClusterWish(Optional.empty(), asked), freePorts);
        DaemonClassPath classPath = new DaemonClassPath(List.of("/opt/ydl/lib/local-cluster.jar"));
        new ClusterSettings(home, plan, classPath).write();
        return plan;
    }

    private String setting(String file, String key) throws Exception {
        return settings(directory.resolve("conf").resolve(file)).get(key);
    }

    private String nodeSetting(int node, String key) throws Exception {
        return settings(directory.resolve("daemons/nodemanager-" + node + "/yarn-site.xml"))
                .get(key);
    }

    private static Map<String, String> settings(Path file) throws Exception {
        NodeList properties = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Files.newInputStream(file))
                .getElementsByTagName("property");
        Map<String, String> settings = new java.util.TreeMap<>();
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            settings.put(text(property, "name"), text(property, "value"));
        }
        return settings;
    }

    private static String text(Element property, String tag) {
        return property.getElementsByTagName(tag).item(0).getTextContent();
    }
}
