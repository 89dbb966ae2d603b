package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Processes of a task that are killed while it trains: the job goes on and ends as if nothing had been. */
@ExtendWith(OneCluster.class)
class FaultIT {
    private static final int STEPS = 200;
    private static final String BEGIN = "[worker:0] begins at step ";

    private final Installation ydl;

    FaultIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void killedScriptRunsAgainBesideItsServerAndNobodyElseIsDisturbed() {
        try (Training training = Training.start(ydl, STEPS).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess script = processes.script("worker:1");
            LiveProcess runner = processes.runner("worker:1");
            LiveProcess other = processes.script("worker:0");

            script.kill();

            processes.scriptAfter("worker:1", script);
            assertEquals(runner, processes.runner("worker:1"));
            assertEquals(other, processes.script("worker:0"));
            training.assertSucceeds();
        }
    }

    @Test
    void killedRunnerIsReplacedAtItsAddressAndTheOthersGoOn() {
        try (Training training = Training.start(ydl, STEPS).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess script = processes.script("worker:1");
            LiveProcess other = processes.script("worker:0");

            processes.runner("worker:1").kill();

            LiveProcess successor = processes.scriptAfter("worker:1", script);
            assertEquals(script.variable("YDL_WORKER_HOSTS"), successor.variable("YDL_WORKER_HOSTS"));
            assertNotEquals(script.variable("CONTAINER_ID"), successor.variable("CONTAINER_ID"));
            assertEquals(other, processes.script("worker:0"));
            training.assertSucceeds();
        }
    }

    @Test
    void killedRunnerOfTheLeaderIsReplacedAndTrainingResumes() {
        try (Training training = Training.start(ydl, STEPS).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess script = processes.script("worker:0");

            processes.runner("worker:0").kill();

            processes.scriptAfter("worker:0", script);
            training.assertSucceeds();
            assertResumed(training);
        }
    }

    @Test
    void lostPsFormsTheClusterAnewInTheContainersThatRemain() {
        try (Training training = Training.start(ydl, STEPS).underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess script = processes.script("worker:1");

            processes.runner("ps:0").kill();

            LiveProcess successor = processes.scriptAfter("worker:1", script);
            assertEquals(script.variable("CONTAINER_ID"), successor.variable("CONTAINER_ID"));
            assertEquals("2", successor.variable("YDL_GENERATION"));
            training.assertSucceeds();
            assertResumed(training);
        }
    }

    @Test
    void lostMirrorFormsTheClusterAnewAndTrainingResumes() {
        Path models = ydl.scratch().resolve("mirrors");
        try (Command run = ydl.ydl(
                "-job",
                ydl.sample("multi-worker/train.py"),
                "-w",
                "2",
                "--",
                "--model_dir",
                models.toString(),
                "--steps",
                "4000",
                "--save_every",
                "100")) {
            JobProcesses processes = new JobProcesses(run.applicationId());
            run.awaitLine(line -> line.startsWith("step 300 "));

            processes.script("worker:1").kill();

            run.awaitLine(line -> line.startsWith("goes on after step "));
            assertEquals(0, run.exitCode(), run::toString);
            assertTrue(run.out().stream().anyMatch(line -> line.startsWith("step 4000 ")), run::toString);
            assertTrue(run.text().contains("2 workers reached accuracy 0.9"), run::toString);
            Leftovers.awaitNone(ydl, run.applicationId());
        }
    }

    @Test
    void killedCoordinatorGoesOnFromItsCheckpoint() {
        Path checkpoints = ydl.scratch().resolve("coordinated");
        try (Command run = ydl.ydl(
                "-job",
                ydl.sample("parameter-server/train.py"),
                "--num-chief",
                "1",
                "-w",
                "1",
                "-s",
                "1",
                "--",
                "--checkpoint_dir",
                checkpoints.toString(),
                "--steps",
                "4000")) {
            JobProcesses processes = new JobProcesses(run.applicationId());
            run.awaitLine(line -> line.startsWith("step 200 "));

            processes.script("chief:0").kill();

            run.awaitLine(line -> line.startsWith("goes on after step "));
            assertEquals(0, run.exitCode(), run::toString);
            assertTrue(run.out().contains("1 workers found [ 3. -2.]"), run::toString);
            Leftovers.awaitNone(ydl, run.applicationId());
        }
    }

    /** Not from the beginning; the very first step a leader sees may be another worker's. */
    private static void assertResumed(Training training) {
        List<Integer> begins = training.run().out().stream()
                .filter(line -> line.startsWith(BEGIN))
                .map(line -> Integer.parseInt(line.substring(BEGIN.length())))
                .toList();
        assertEquals(2, begins.size(), training.run()::toString);
        assertTrue(begins.get(1) > begins.get(0), training.run()::toString);
    }
}
