package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Jobs that compete for the cluster, or want more than there is or was promised. A cluster of its own, of two nodes with
 * 3.5 GiB each, whose queue {@code urgent} takes back what is its own.
 */
class ResourceFaultIT {
    private static final int JOB_FAILED = 1;
    private static final int CLUSTER_FAILED = 7;
    private static final String CAPACITY = "yarn.scheduler.capacity.root.";
    private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

    private static Installation ydl;

    @BeforeAll
    static void startCluster() {
        ydl = new Installation();
        List<String> words = new ArrayList<>(List.of("up", "--nodes", "2", "--memory", "3584"));
        for (String setting : List.of(
                CAPACITY + "queues=default,urgent",
                CAPACITY + "default.capacity=20",
                CAPACITY + "default.maximum-capacity=100",
                CAPACITY + "default.user-limit-factor=10",
                // Two jobs get their containers in turn, so that each may end up with a part of what it needs.
                CAPACITY + "default.ordering-policy=fair",
                CAPACITY + "urgent.capacity=80",
                CAPACITY + "urgent.maximum-capacity=100",
                "yarn.resourcemanager.scheduler.monitor.enable=true",
                PREEMPTION + "monitoring_interval=500",
                PREEMPTION + "max_wait_before_kill=1000",
                PREEMPTION + "total_preemption_per_round=1.0",
                PREEMPTION + "natural_termination_factor=1.0")) {
            words.add("--set");
            words.add(setting);
        }
        ydl.cluster(words.toArray(String[]::new));
    }

    @AfterAll
    static void endCluster() {
        ydl.close();
    }

    @Test
    void preemptedTasksComeBackWhenTheOtherQueueIsDone() {
        Gate gate = Gate.in(ydl);
        try (Training training =
                        Training.start(ydl, 600, "--worker-memory", "2g").underWay();
                Command urgent = ydl.ydl(
                        "-job",
                        ydl.job("waits_for.py"),
                        "--queue",
                        "urgent",
                        "--worker-memory",
                        "2g",
                        "--",
                        gate.toString())) {
            urgent.awaitLine("worker:0 waits for gate"::equals);
            gate.open(0);

            assertEquals(0, urgent.exitCode(), urgent::toString);
            training.assertSucceeds();
            Leftovers.awaitNone(ydl, urgent.applicationId());
            assertTrue(training.run().text().contains("preempted"), training.run()::toString);
        }
    }

    @Test
    void containerOverItsMemoryLimitIsNamedWithLimitAndUseAndAdvice() {
        Command run = ydl.ydl("-job", ydl.job("eats_memory.py"), "--worker-memory", "512m");

        assertEquals(JOB_FAILED, run.exitCode(), run::toString);
        assertTrue(run.text().contains("worker:0 was killed by YARN for using too much memory"), run::toString);
        assertTrue(run.text().matches("(?s).*\n  limit      512 MiB    used  \\d+ MiB\n.*"), run::toString);
        assertFalse(run.text().contains("running it again"), run::toString);
        assertTrue(run.text().contains("--worker-memory"), run::toString);
        assertLastLineIs(run, "FAILED");
    }

    @Test
    void workerThatExitsWithThreeFailsTheJobAtOnce() {
        Command run = ydl.ydl("-job", ydl.job("exit3.py"));

        assertEquals(JOB_FAILED, run.exitCode(), run::toString);
        assertTrue(run.text().contains("worker:0 failed with exit code 3."), run::toString);
        assertEquals(
                1,
                run.out().stream().filter("reading the data"::equals).count(),
                () -> "it ran more than once: " + run);
        assertLastLineIs(run, "FAILED");
    }

    @Test
    void jobThatNeedsMoreThanTheClusterHasEndsAtItsDeadlineWithTheNumbers() {
        Command run = ydl.ydl(
                "-job", ydl.job("prints_args.py"), "-w", "9", "--allocation-timeout", "12s", "--hold-timeout", "4s");

        assertEquals(CLUSTER_FAILED, run.exitCode(), run::toString);
        assertTrue(run.text().contains("the cluster gave 6 of 9 containers within 12s."), run::toString);
        assertLastLineIs(run, "FAILED");
    }

    @Test
    void twoJobsThatEachNeedTwoThirdsOfTheClusterSucceedOneAfterTheOther() {
        Gate gate = Gate.in(ydl);
        String[] words = {"-job", ydl.job("prints_args.py"), "-w", "4", "--server", "script", "--hold-timeout", "3s"};
        // It holds most of the cluster until both of the others have their masters, and so ask at the same time.
        try (Command holder = ydl.ydl(
                "-job",
                ydl.job("waits_for.py"),
                "-w",
                "2",
                "--worker-memory",
                "2g",
                "--server",
                "script",
                "--",
                gate.toString())) {
            holder.awaitLine("worker:0 waits for gate"::equals);
            try (Command one = ydl.ydl(words);
                    Command two = ydl.ydl(words)) {
                one.masterAddress();
                two.masterAddress();
                gate.open(0);

                assertEquals(0, holder.exitCode(), holder::toString);
                assertLastLineIs(one, "SUCCEEDED");
                assertLastLineIs(two, "SUCCEEDED");
            }
        }
    }

    private static void assertLastLineIs(Command run, String status) {
        run.exitCode();
        assertEquals(run.applicationId() + " " + status, run.out().get(run.out().size() - 1), run::toString);
        Leftovers.awaitNone(ydl, run.applicationId());
    }
}
