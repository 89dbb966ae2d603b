package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Application masters that are killed or hang: the next one takes over, and training goes on meanwhile. */
@ExtendWith(OneCluster.class)
class MasterFaultIT {
    private static final int STEPS = 300;

    private final Installation ydl;

    MasterFaultIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void twoMastersInARowAreKilledAndNoProcessOfATaskIsRestarted() {
        try (Training training = Training.start(ydl, 2 * STEPS).underWay()) {
            JobProcesses processes = training.processes();
            Map<String, LiveProcess> runners = processes.runners();
            Map<String, LiveProcess> scripts = processes.scripts();

            LiveProcess second = killMaster(training, processes.master());
            training.goesOn();
            LiveProcess third = killMaster(training, second);
            training.goesOn();

            assertFalse(second.isAlive());
            assertEquals(third, processes.master());
            assertEquals(runners, processes.runners());
            assertEquals(scripts, processes.scripts());
            training.assertSucceeds();
        }
    }

    /** Returns when its successor runs and the client has found it. */
    private static LiveProcess killMaster(Training training, LiveProcess master) {
        long known = countMasters(training);
        master.kill();
        LiveProcess successor = training.processes().masterAfter(master);
        Await.that("the client speaks with another master: " + training.run(), () -> countMasters(training) > known);
        return successor;
    }

    private static long countMasters(Training training) {
        return training.run()
                .text()
                .lines()
                .filter(line -> line.startsWith("ydl: AM up at "))
                .count();
    }

    @Test
    void masterIsKilledWhileItsRunnersRegister() {
        try (Training training = Training.start(ydl, STEPS)) {
            training.run().awaitLine(line -> line.startsWith("ydl: containers 3/3"));

            training.processes().master().kill();

            training.assertSucceeds();
        }
    }

    @Test
    void masterThatHangsForLongerThanARunnerMaySaysNothingStartsNobodyTwice() {
        Duration heartbeat = Duration.ofSeconds(5);
        try (Training training = Training.start(ydl, 2 * STEPS, "--heartbeat-timeout", heartbeat.toSeconds() + "s")
                .underWay()) {
            JobProcesses processes = training.processes();
            LiveProcess master = processes.master();
            Map<String, LiveProcess> runners = processes.runners();
            Map<String, LiveProcess> scripts = processes.scripts();

            master.signal("STOP");
            long resume = System.nanoTime() + heartbeat.multipliedBy(2).toNanos();
            Await.that("twice the heartbeat limit is over", () -> System.nanoTime() > resume);
            master.signal("CONT");
            training.goesOn();

            assertEquals(runners, processes.runners());
            assertEquals(scripts, processes.scripts());
            assertEquals(runners.size(), processes.countRunners());
            assertEquals(master, processes.master());
            training.assertSucceeds();
        }
    }
}
