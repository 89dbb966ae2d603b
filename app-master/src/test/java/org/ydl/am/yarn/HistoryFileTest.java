package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.v1.FormerContainer;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;
import org.ydl.job.ExitReason;
import org.ydl.job.Job;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;

class HistoryFileTest {
    private static final Outcome OUTCOME = new Outcome(ExitCode.INTERNAL, "the application master failed");

    @TempDir
    Path directory;

    @Test
    void endedJobIsKeptWithItsTasksAndOutcomeForItsUserAlone() throws Exception {
        Path file = directory.resolve("history/application_1_0001");

        history(file).keep(JobFixture.running(), OUTCOME);

        JobStatus kept = JobStatus.parseFrom(Files.readAllBytes(file));
        assertEquals(JobFixture.APP, kept.getAppId());
        assertEquals(
                List.of("container_ps:0", "container_worker:0", "container_worker:1"),
                kept.getTasksList().stream().map(task -> task.getContainerId()).toList());
        assertEquals(OUTCOME.toMessage(), kept.getOutcome());
        assertEquals(JobFixture.START.toEpochMilli(), kept.getStartedMs());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())));
        assertFalse(Files.exists(file.resolveSibling("application_1_0001.new")));
    }

    @Test
    void containersThatATaskHasLeftAreKeptToo() throws Exception {
        Path file = directory.resolve("job");
        String lost = JobFixture.container(JobFixture.WORKER_0).id();
        Job replacing = JobMachine.step(
                        JobFixture.running(), new ContainerEnded(lost, ExitReason.ofProcess(137, List.of())))
                .next();

        history(file).keep(replacing, OUTCOME);

        TaskStatus worker = JobStatus.parseFrom(Files.readAllBytes(file)).getTasks(1);
        assertEquals("", worker.getContainerId());
        assertEquals(
                List.of(FormerContainer.newBuilder()
                        .setContainerId(lost)
                        .setHost("node-of-worker")
                        .build()),
                worker.getFormerContainersList());
    }

    @Test
    void jobThatIsDoneHasAnEnd() throws Exception {
        Path file = directory.resolve("job");
        Job done = JobMachine.step(JobFixture.gathering(), new KillRequested("a test"))
                .next();

        history(file).keep(done, OUTCOME);

        assertEquals(
                JobFixture.START.toEpochMilli(),
                JobStatus.parseFrom(Files.readAllBytes(file)).getFinishedMs());
    }

    @Test
    void historyOfAnEarlierAttemptIsReplaced() throws Exception {
        Path file = Files.writeString(directory.resolve("job"), "an earlier one");

        history(file).keep(JobFixture.running(), OUTCOME);

        assertEquals(
                OUTCOME.toMessage(),
                JobStatus.parseFrom(Files.readAllBytes(file)).getOutcome());
    }

    @Test
    void directoryThatCannotBeMadeHarmsNothing() throws Exception {
        Path inTheWay = Files.writeString(directory.resolve("history"), "a file");

        history(inTheWay.resolve("job")).keep(JobFixture.running(), OUTCOME);

        assertTrue(Files.isRegularFile(inTheWay));
    }

    private static HistoryFile history(Path file) {
        return new HistoryFile(new Configuration(), file.toUri().toString());
    }
}
