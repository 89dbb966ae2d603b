package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Daemons of the cluster that are killed, some of them for good. A cluster of its own, which is quick to give nodes up. */
class DaemonFaultIT {
    private static final int STEPS = 600;
    /** More than are taken until the cluster gives a node up. */
    private static final int STEPS_WITH_EXPIRY = 800;

    private static final String[] NODES = {"nodemanager-1", "nodemanager-2"};
    /** Of a runner whose master is gone; longer than the cluster needs to start the next one. */
    private static final Duration MASTER_LOST = Duration.ofSeconds(45);

    private static Installation ydl;

    private final Daemons daemons = new Daemons(ydl);

    @BeforeAll
    static void startCluster() {
        ydl = new Installation();
        // Each node can take a whole job.
        ydl.cluster(
                "up",
                "--nodes",
                "2",
                "--memory",
                "5120",
                "--set",
                "yarn.nm.liveness-monitor.expiry-interval-ms=20000",
                "--set",
                "yarn.am.liveness-monitor.expiry-interval-ms=20000");
    }

    @AfterAll
    static void endCluster() {
        ydl.close();
    }

    @Test
    void resourceManagerAndThenANodeManagerAreRestartedAndNobodyNotices() {
        try (Training training = Training.start(ydl, STEPS).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess master = processes.master();
            Map<String, LiveProcess> runners = processes.runners();
            Map<String, LiveProcess> scripts = processes.scripts();

            daemons.kill("resourcemanager");
            daemons.startMissing();
            daemons.kill(JobProcesses.node(runners.get("worker:1")));
            daemons.startMissing();
            training.goesOn();

            assertEquals(master, processes.master());
            assertEquals(runners, processes.runners());
            assertEquals(scripts, processes.scripts());
            training.assertSucceeds();
        }
    }

    @Test
    void resourceManagerAndMasterAreKilledTogetherAndTheTasksGoOn() {
        try (Training training = Training.start(ydl, STEPS).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess master = processes.master();
            Map<String, LiveProcess> scripts = processes.scripts();

            daemons.kill("resourcemanager");
            master.kill();
            daemons.startMissing();
            processes.masterAfter(master);
            training.goesOn();

            assertEquals(scripts, processes.scripts());
            training.assertSucceeds();
        }
    }

    @Test
    void tasksOfALostNodeMoveToTheOther() {
        try (Training training = Training.start(ydl, STEPS_WITH_EXPIRY).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess master = processes.master();
            String home = JobProcesses.node(master);
            String lost = home.equals(NODES[0]) ? NODES[1] : NODES[0];
            Map<String, LiveProcess> runners = processes.runners();
            runners.values().removeIf(runner -> !JobProcesses.node(runner).equals(lost));
            assertNotEquals(Map.of(), runners, "nothing runs on " + lost);

            daemons.kill(lost);
            runners.keySet()
                    .forEach(task ->
                            Await.that(task + " runs on " + home, () -> JobProcesses.node(processes.runner(task))
                                    .equals(home)));
            runners.values().forEach(runner -> Await.that(runner + " has ended", () -> !runner.isAlive()));
            training.assertTrained();
            daemons.startMissing(); // it sweeps what the lost node holds

            Leftovers.awaitNone(ydl, training.id());
        }
    }

    @Test
    void masterOnALostNodeIsReplacedAndDoesNoHarmWhileItLives() {
        try (Training training = Training.start(
                        ydl, STEPS_WITH_EXPIRY, "--master-lost-timeout", MASTER_LOST.toSeconds() + "s")
                .underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess master = processes.master();

            daemons.kill(JobProcesses.node(master));
            LiveProcess successor = processes.masterAfter(master);
            assertNotEquals(JobProcesses.node(master), JobProcesses.node(successor));
            Await.that("the former master has ended", () -> !master.isAlive());
            training.assertTrained();
            Await.that(
                    "no runner of the former master is left",
                    MASTER_LOST.plusSeconds(15),
                    () -> processes.countRunners() == 0);
            daemons.startMissing(); // it sweeps what the lost node holds

            Leftovers.awaitNone(ydl, training.id());
        }
    }
}
