package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.submit.YdlException;

@Timeout(30)
class SpecQuestionTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @Test
    void runningJobAnswers() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            assertEquals(1, ask(job, Time.REAL).generation());
        }
    }

    @Test
    void nextMasterIsWaitedFor() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            job.loseMaster();

            assertEquals(1, ask(job, new Clock(job::replaceMaster)).generation());
        }
    }

    @Test
    void waitForAMasterIsBoundedAndSaysWhatYarnSays() throws Exception {
        try (FakeJob job = new FakeJob(1).withoutMaster()) {
            YdlException late = assertThrows(YdlException.class, () -> ask(job, new Clock(() -> {})));

            assertEquals(ExitCode.UNREACHABLE, late.code());
            assertEquals(
                    FakeJob.ID
                            + " gave no ClusterSpec within 60 s: it has no application master, and YARN says ACCEPTED",
                    late.getMessage());
        }
    }

    @Test
    void endedJobHasNone() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            job.end(new Outcome(ExitCode.JOB_FAILED, "worker:0 failed"));

            YdlException ended = assertThrows(YdlException.class, () -> ask(job, Time.REAL));

            assertEquals(FakeJob.ID + " has ended: FAILED", ended.getMessage());
        }
    }

    private static org.ydl.api.ClusterSpec ask(FakeJob job, Time time) throws Exception {
        return new SpecQuestion(job, job::connect, time).ask(FakeJob.ID, LIMIT);
    }

    /** Moves when it is waited for; something happens meanwhile. */
    private static final class Clock extends MovingTime {
        private final Runnable meanwhile;

        Clock(Runnable meanwhile) {
            this.meanwhile = meanwhile;
        }

        @Override
        public void pass(Duration duration) {
            super.pass(duration);
            meanwhile.run();
        }
    }
}
