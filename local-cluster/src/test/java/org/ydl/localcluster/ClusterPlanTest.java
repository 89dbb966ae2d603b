package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.localcluster.os.FreePorts;

class ClusterPlanTest {
    private static final ClusterSize ONE_NODE = new ClusterSize(1, 1024);

    private final FreePorts freePorts = new FreePorts(new Random(7));

    @TempDir
    Path directory;

    @Test
    void everyPortOfAClusterIsDifferent() throws Exception {
        ClusterPlan plan = ClusterPlan.withFreePorts(new ClusterSize(5, 1024), freePorts);

        assertEquals(10 + 5 * 3, new HashSet<>(plan.ports().values()).size());
    }

    @Test
    void aSavedPlanIsReadBackAsItWas() throws Exception {
        ClusterWish wish = new ClusterWish(Optional.of(new ClusterSize(2, 768)), Map.of("dfs.replication", "a = b"));
        ClusterPlan plan = ClusterPlan.withFreePorts(ONE_NODE, freePorts).changed(wish, freePorts);
        Path file = directory.resolve("cluster.properties");

        plan.save(file);

        assertEquals(Optional.of(plan), ClusterPlan.load(file));
    }

    @Test
    void addressesStayWhenNodesAreAdded() throws Exception {
        ClusterPlan small = ClusterPlan.withFreePorts(ONE_NODE, freePorts);

        ClusterPlan large = small.changed(new ClusterWish(Optional.of(new ClusterSize(3, 512)), Map.of()), freePorts);

        assertTrue(large.ports().entrySet().containsAll(small.ports().entrySet()));
        assertEquals(10 + 3 * 3, large.ports().size());
    }

    @Test
    void aPortThatSomebodyTookIsReplacedAndTheOthersStay() throws Exception {
        ClusterPlan plan = ClusterPlan.withFreePorts(ONE_NODE, freePorts);
        int taken = plan.port(Daemon.NAMENODE, "web");
        try (ServerSocket intruder = new ServerSocket(taken, 1, InetAddress.getByName("127.0.0.1"))) {
            assertTrue(intruder.isBound());

            ClusterPlan replaced = plan.withoutTakenPorts(freePorts);

            assertNotEquals(taken, replaced.port(Daemon.NAMENODE, "web"));
            assertEquals(plan.port(Daemon.NAMENODE, "rpc"), replaced.port(Daemon.NAMENODE, "rpc"));
        }
    }

    @Test
    void settingsAreKeptUntilTheyAreChangedOrGivenBack() throws Exception {
        ClusterPlan plan = ClusterPlan.withFreePorts(ONE_NODE, freePorts)
                .changed(new ClusterWish(Optional.empty(), Map.of("a", "1", "b", "2")), freePorts);

        ClusterWish wish = new ClusterWish(Optional.empty(), Map.of("b", "", "c", "3"));

        assertTrue(ClusterWish.AS_LAST_TIME.isMetBy(plan));
        assertFalse(wish.isMetBy(plan));
        assertEquals(Map.of("a", "1", "c", "3"), plan.changed(wish, freePorts).settings());
        assertTrue(wish.isMetBy(plan.changed(wish, freePorts)));
    }

    @Test
    void everyNodeIsAnotherHost() throws Exception {
        ClusterPlan plan = ClusterPlan.withFreePorts(new ClusterSize(2, 1024), freePorts);

        assertEquals(
                "127.0.0.2:" + plan.port(Daemon.nodeManager(2), "rpc"), plan.address(Daemon.nodeManager(2), "rpc"));
        assertTrue(plan.address(Daemon.nodeManager(1), "rpc").startsWith("127.0.0.1:"));
        assertEquals("localhost", plan.web(Daemon.nodeManager(1)).getHost());
        assertEquals("127.0.0.2", plan.web(Daemon.nodeManager(2)).getHost());
    }

    @Test
    void aDamagedPlanIsRefusedWithTheKeyAndARemedy() throws Exception {
        Path file = directory.resolve("cluster.properties");
        Files.writeString(file, "nodes=many\nnode-memory-mb=1024\n");

        LocalClusterException refusal = assertThrows(LocalClusterException.class, () -> ClusterPlan.load(file));

        assertTrue(refusal.getMessage().contains("nodes should be a whole number, found 'many'"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("ydl-cluster down"), refusal.getMessage());
    }

    @Test
    void anEightGigabyteMachineGivesSixToContainers() {
        long alittleLessThanEightGb = 7_950L << 20;

        assertEquals(new ClusterSize(1, 6144), ClusterSize.ofNodes(1, alittleLessThanEightGb));
        assertEquals(new ClusterSize(2, 3072), ClusterSize.ofNodes(2, alittleLessThanEightGb));
    }

    @Test
    void aTinyMachineStillGivesTwoGigabytes() {
        assertEquals(new ClusterSize(1, 2048), ClusterSize.ofNodes(1, 1L << 30));
    }
}
