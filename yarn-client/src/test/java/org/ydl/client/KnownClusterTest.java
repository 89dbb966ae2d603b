package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobProgress;

@Timeout(30)
class KnownClusterTest {
    private static final Duration NOTICE = Duration.ofSeconds(5);

    private final StandingTime time = new StandingTime();
    private final KnownCluster cluster = new KnownCluster(time);

    @BeforeEach
    void formed() {
        cluster.masterUp(new HostPort("node1", 1));
        cluster.learn(spec(1, 2000));
        cluster.progress(progress(JobPhase.JOB_PHASE_RUNNING, 3));
    }

    @Test
    void clusterOfTheSameTasksAndPlacesIsNoNews() {
        assertFalse(cluster.learn(spec(1, 2000)));
        assertTrue(cluster.learn(spec(2, 2000)));
    }

    @Test
    void masterThatCountsFromOneAgainIsBelieved() {
        cluster.learn(spec(2, 2001));

        assertTrue(cluster.learn(spec(1, 2002)));
        assertTrue(cluster.isNewest(spec(1, 2002)));
    }

    @Test
    void soundClusterIsNotFormedAnew() throws Exception {
        FutureTask<Boolean> waiting = awaitReform(cluster);

        time.move(NOTICE);

        assertFalse(waiting.get());
    }

    @Test
    void nextGenerationIsWorthARun() throws Exception {
        FutureTask<Boolean> waiting = awaitReform(cluster);

        cluster.learn(spec(2, 2001));

        assertTrue(waiting.get());
    }

    @Test
    void sameAddressesAreWorthARunOnceATaskWasMissing() throws Exception {
        cluster.progress(progress(JobPhase.JOB_PHASE_RUNNING, 2));
        FutureTask<Boolean> waiting = awaitReform(cluster);

        cluster.progress(progress(JobPhase.JOB_PHASE_RUNNING, 3));
        time.move(NOTICE);

        assertTrue(waiting.get());
    }

    @Test
    void gatheringBeforeTheFirstClusterIsNoExcuse() throws Exception {
        KnownCluster first = new KnownCluster(time);
        first.masterUp(new HostPort("node1", 1));
        first.progress(progress(JobPhase.JOB_PHASE_GATHERING, 2));
        first.learn(spec(1, 2000));

        FutureTask<Boolean> waiting = awaitReform(first);
        time.move(NOTICE);

        assertFalse(waiting.get());
    }

    @Test
    void masterThatIsBeingReplacedIsWaitedFor() throws Exception {
        cluster.masterLost();
        FutureTask<Boolean> waiting = awaitReform(cluster);

        time.move(NOTICE.multipliedBy(100));
        cluster.masterUp(new HostPort("node2", 2));
        time.move(NOTICE);

        assertFalse(waiting.get());
    }

    @Test
    void nobodyWaitsWhenItIsOver() throws Exception {
        FutureTask<Boolean> waiting = awaitReform(cluster);

        cluster.end();

        assertFalse(waiting.get());
        assertEquals(Optional.empty(), cluster.awaitSpec());
        assertEquals(Optional.empty(), cluster.awaitMasterAfter(0));
    }

    @Test
    void faultIsToldToWhoeverWaitsForACluster() {
        cluster.learnsNoMore(new IllegalArgumentException("a role nobody knows"));

        assertEquals(
                "a role nobody knows",
                assertThrows(IllegalStateException.class, cluster::awaitSpec)
                        .getCause()
                        .getMessage());
    }

    @Test
    void mastersAreCounted() throws Exception {
        int first = cluster.awaitMasterAfter(0).orElseThrow().number();
        cluster.masterLost();
        cluster.masterUp(new HostPort("node1", 1));

        assertTrue(cluster.awaitMasterAfter(first).isPresent());
    }

    /** Returns when somebody waits for it. */
    private FutureTask<Boolean> awaitReform(KnownCluster of) throws InterruptedException {
        FutureTask<Boolean> waiting = new FutureTask<>(() -> of.awaitReform(spec(1, 2000), NOTICE));
        Thread thread = new Thread(waiting, "waiting");
        thread.setDaemon(true);
        thread.start();
        time.awaitWaiter();
        return waiting;
    }

    private static JobProgress progress(JobPhase phase, int registered) {
        return JobProgress.newBuilder()
                .setPhase(phase)
                .setTasks(3)
                .setRegistered(registered)
                .build();
    }

    private static ClusterSpec spec(int generation, int port) {
        return new ClusterSpec(
                "application_1_0001", generation, new TreeMap<>(Map.of(Role.PS, List.of(new HostPort("node", port)))));
    }
}
