package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ydl.job.ExitReason;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.TaskExited;
import org.ydl.job.JobEvent.Ticked;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;

class SavedJobTest {
    private static final Instant LATER = JobFixture.START.plus(Duration.ofSeconds(3));
    private static final ExitReason SIGNALLED = ExitReason.ofProcess(137, List.of("a \"quoted\" line", "é"));

    @Test
    void jobIsReadAsItWasWrittenWhateverHappenedToIt() {
        Job running = JobFixture.running();
        List<Job> jobs = List.of(
                JobFixture.gathering(),
                running,
                after(running, new TaskExited(JobFixture.runner(JobFixture.WORKER_0), SIGNALLED)),
                after(
                        running,
                        new ContainerEnded(JobFixture.container(JobFixture.PS_0).id(), SIGNALLED)),
                after(running, new KillRequested("by someone")));

        for (Job job : jobs) {
            String text = SavedJob.write(job);

            assertEquals(text, SavedJob.write(SavedJob.read(text, job.spec())));
            assertEquals(
                    JobMachine.recover(job, 2, LATER).actions(),
                    JobMachine.recover(SavedJob.read(text, job.spec()), 2, LATER)
                            .actions());
        }
    }

    @Test
    void ticksAndHeartbeatsChangeNothingButAnExitDoes() {
        Job job = JobFixture.running();
        String before = SavedJob.write(job);

        assertEquals(
                before,
                SavedJob.write(
                        after(job, new Ticked(LATER), new RunnerHeard(JobFixture.runner(JobFixture.PS_0), "serving"))));
        assertNotEquals(
                before,
                SavedJob.write(after(
                        job,
                        new TaskExited(JobFixture.runner(JobFixture.WORKER_0), ExitReason.ofProcess(0, List.of())))));
    }

    @Test
    void whatAnotherVersionKeptIsRefusedInWords() {
        assertThrows(IllegalArgumentException.class, () -> SavedJob.read("{\"future\":1}", JobFixture.spec()));
    }

    private static Job after(Job job, JobEvent... events) {
        for (JobEvent event : events) {
            job = JobMachine.step(job, event).next();
        }
        return job;
    }
}
