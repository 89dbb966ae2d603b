package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import org.ydl.am.KeptJob;

/** How an application master of the simulation goes on with a job: from the text that its predecessor kept. */
final class Takeover {
    private Takeover() {}

    /**
     * What was kept must lead to the same as all that was known would: else something is missing in it, or was not worth a
     * write and should have been.
     */
    static Step of(Job kept, Job known, int amAttempt, Instant now) {
        Step step = JobMachine.recover(KeptJob.recalled(kept), amAttempt, now);
        Step wanted = JobMachine.recover(known, amAttempt, now);
        assertEquals(wanted.actions(), step.actions(), "what another master does");
        assertEquals(facts(wanted.next()), facts(step.next()), "what another master knows");
        return step;
    }

    /** All but what changes all the time, and whom a master has yet to find. */
    private static List<Object> facts(Job job) {
        return List.of(
                job.appId(),
                job.amAttempt(),
                job.spec(),
                job.phase(),
                job.clock(),
                job.clients(),
                job.cluster(),
                job.gathering(),
                job.nodes(),
                job.loss(),
                job.decided(),
                job.end(),
                job.roster().tasks().stream().map(Takeover::facts).toList());
    }

    private static List<Object> facts(Task task) {
        return List.of(
                task.id(),
                task.attempt(),
                task.container(),
                task.address(),
                task.control(),
                task.former(),
                task.exit(),
                task.held(),
                task.gone(),
                task.charged(),
                task.left());
    }
}
