package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobNotice;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.TaskOutput;
import org.ydl.submit.YdlException;

@Timeout(30)
class JobFollowerTest {
    private static final Outcome DONE = new Outcome(ExitCode.SUCCEEDED, "all succeeded");

    private final RecordingView view = new RecordingView();

    @Test
    void showsWhatComesAndReturnsWhatYarnSaysInTheEnd() throws Exception {
        try (FakeJob job = new FakeJob(2)) {
            CompletableFuture<Outcome> outcome = follow(job, OutputChoice.parse("worker:1"));
            assertEquals(OutputChoice.parse("worker:1").request(), job.awaitWatch(1));

            job.send(JobUpdate.newBuilder()
                    .setProgress(JobProgress.newBuilder().setRegistered(3))
                    .build());
            job.send(JobUpdate.newBuilder()
                    .setOutput(TaskOutput.newBuilder()
                            .setTask(TaskId.parse("worker:1").toMessage())
                            .setChannel(OutputChannel.OUTPUT_CHANNEL_STDERR)
                            .setLine("loss")
                            .setNumber(1))
                    .build());
            job.end(DONE);

            assertEquals(DONE, outcome.get());
            assertEquals(List.of("master master:1", "progress 3", "worker:1 err 1 loss"), view.seen());
        }
    }

    @Test
    void listensAnewWhenTheConnectionBreaks() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CompletableFuture<Outcome> outcome = follow(job, OutputChoice.CHIEF);
            job.awaitWatch(1);

            job.breakOff();
            job.awaitWatch(2);
            job.end(DONE);

            assertEquals(DONE, outcome.get());
            assertEquals(List.of("master master:1"), view.seen());
        }
    }

    @Test
    void listensToTheNextMasterWhenOneIsLost() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CompletableFuture<Outcome> outcome = follow(job, OutputChoice.CHIEF);
            job.awaitWatch(1);

            job.loseMaster();
            view.await("accepted ACCEPTED"::equals);
            job.replaceMaster();
            job.awaitWatch(2);
            job.end(DONE);

            assertEquals(DONE, outcome.get());
            assertEquals(
                    List.of("master master:1", "master lost", "accepted ACCEPTED", "master other:2"),
                    view.seen().stream().distinct().toList());
        }
    }

    @Test
    void masterThatLivesOnAfterItWasReplacedIsLeft() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            JobFollower follower = new JobFollower(
                    job, job::connect, view, OutputChoice.CHIEF.request(), Time.REAL, Duration.ofMillis(20));
            CompletableFuture<Outcome> outcome = inBackground(() -> follower.follow(FakeJob.ID));
            job.awaitWatch(1);

            job.replaceMasterUnseen();
            job.awaitWatch(2);
            job.end(DONE);

            assertEquals(DONE, outcome.get());
            assertEquals(List.of("master master:1", "master lost", "master other:2"), view.seen());
        }
    }

    @Test
    void noticesAreShown() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CompletableFuture<Outcome> outcome = follow(job, OutputChoice.CHIEF);
            job.awaitWatch(1);

            job.send(JobUpdate.newBuilder()
                    .setNotice(JobNotice.newBuilder().setText("worker:0 was lost: starting it again"))
                    .build());
            job.end(DONE);

            assertEquals(DONE, outcome.get());
            assertEquals(List.of("master master:1", "notice worker:0 was lost: starting it again"), view.seen());
        }
    }

    @Test
    void applicationWhoseMasterIsNotStartedInTimeIsKilled() throws Exception {
        try (FakeJob job = new FakeJob(1).withoutMaster()) {
            Outcome outcome = new JobFollower(job, job::connect, view, OutputChoice.CHIEF.request())
                    .follow(FakeJob.ID, new Patience(Duration.ZERO, Duration.ofSeconds(30)));

            assertEquals(ExitCode.CLUSTER_FAILED, outcome.code());
            assertTrue(outcome.message().contains("YARN says  no room"), outcome.message());
            assertTrue(Applications.hasEnded(job.report(FakeJob.ID)));
        }
    }

    @Test
    void whatTheMasterRefusesIsToldInItsWordsAndNotAskedAgain() throws Exception {
        try (FakeJob job = new FakeJob(1)
                .refusingToBeWatched(Status.INVALID_ARGUMENT.withDescription("the job has no worker:9"))) {
            JobFollower follower = new JobFollower(
                    job, job::connect, view, OutputChoice.parse("worker:9").request());

            YdlException refused = assertThrows(YdlException.class, () -> follower.follow(FakeJob.ID));

            assertEquals(ExitCode.BAD_COMMAND, refused.code());
            assertEquals(
                    "the job has no worker:9; " + FakeJob.ID + " runs on (ydl-tf kill " + FakeJob.ID + " ends it)",
                    refused.getMessage());
            assertFalse(Applications.hasEnded(job.report(FakeJob.ID)));
        }
    }

    @Test
    void choiceOfSeveralTasksIsAnnounced() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            job.end(DONE);

            new JobFollower(job, view, OutputChoice.ALL).follow(FakeJob.ID);

            assertEquals(List.of("several tasks"), view.seen());
        }
    }

    @Test
    void runningJobAnswersWithItsStatus() throws Exception {
        try (FakeJob job = new FakeJob(1);
                RunningJob running = job.connect(null)) {
            assertEquals(FakeJob.ID.toString(), running.status().getAppId());
        }
    }

    private CompletableFuture<Outcome> follow(FakeJob job, OutputChoice choice) {
        return inBackground(() -> new JobFollower(job, job::connect, view, choice.request()).follow(FakeJob.ID));
    }

    private static CompletableFuture<Outcome> inBackground(Callable<Outcome> work) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return work.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }
}
