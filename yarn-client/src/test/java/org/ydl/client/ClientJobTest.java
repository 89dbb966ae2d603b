package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.localcluster.os.ProcessIdentity;
import org.ydl.localcluster.os.Wait;

@Timeout(60)
class ClientJobTest {
    private static final Patience PATIENCE = new Patience(Duration.ofSeconds(30), Duration.ofSeconds(30));

    @TempDir
    Path directory;

    private final RecordingView view = new RecordingView();

    @Test
    void oneProcessRunsAtThePlaceOfTheFirstWorkerAndItsSuccessIsTheJobs() throws Exception {
        try (FakeJob job = new FakeJob(2)) {
            Outcome outcome = run(job, one("echo $1 $2 $OWN $YDL_TARGET $YDL_AM; pwd; echo to err >&2", "{ps_hosts}"));

            assertEquals(ExitCode.SUCCEEDED, outcome.code(), outcome.message());
            assertEquals(Optional.of(outcome), job.told());
            assertTrue(job.awaitWatch(1).getRunsJob());
            assertEquals(
                    List.of("worker:0 out node:2000 {x} yes grpc://node:2001 master:1", "worker:0 out " + directory),
                    lines(" out "));
            assertEquals(List.of("worker:0 err to err"), lines(" err "));
            assertFalse(view.seen().contains("several tasks"));
        }
    }

    @Test
    void eachWorkerHasAProcessWithItsIndex() throws Exception {
        try (FakeJob job = new FakeJob(3)) {
            Outcome outcome = run(job, everyWorker("echo I am $1 at $YDL_TARGET", "{task_index}"));

            assertEquals(ExitCode.SUCCEEDED, outcome.code(), outcome.message());
            assertEquals("all 3 client processes succeeded", outcome.message());
            assertEquals(
                    List.of(
                            "worker:0 out I am 0 at grpc://node:2001",
                            "worker:1 out I am 1 at grpc://node:2002",
                            "worker:2 out I am 2 at grpc://node:2003"),
                    lines(" out ").stream().sorted().toList());
            assertTrue(view.seen().contains("several tasks"));
        }
    }

    @Test
    void failureNamesTheProcessAndItsLastLinesAndEndsTheOthersWithAllTheyStarted() throws Exception {
        try (FakeJob job = new FakeJob(2)) {
            Outcome outcome = run(
                    job,
                    everyWorker(
                            """
                            if [ $1 = 0 ]; then
                              setsid sleep 600 & echo $! > child
                              wait
                            fi
                            until [ -s child ]; do :; done
                            echo no such column >&2
                            exit 3
                            """,
                            "{task_index}"));

            assertEquals(ExitCode.JOB_FAILED, outcome.code());
            assertEquals(
                    """
                    the client process of worker:1 failed with exit code 3.
                      the last lines of its error output:
                        no such column""",
                    outcome.message());
            assertEquals(Optional.empty(), ProcessIdentity.of(child()));
        }
    }

    @Test
    void failureOfTheOnlyProcessFailsTheJob() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            Outcome outcome = run(job, one("exit 4", "x"));

            assertEquals(
                    new Outcome(ExitCode.JOB_FAILED, "the client process of worker:0 failed with exit code 4."),
                    outcome);
        }
    }

    @Test
    void processesThatIgnoreTheirSignalAreKilledWhenTheApplicationEndsFirst() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CompletableFuture<Outcome> outcome = CompletableFuture.supplyAsync(
                    () -> run(job, one("trap '' TERM; echo $$ > child; echo up; while :; do sleep 1; done", "x")));
            view.await(line -> line.endsWith(" up"));
            Outcome lost = new Outcome(ExitCode.CLUSTER_FAILED, "ps:0 is gone");

            job.end(lost);

            assertEquals(lost, outcome.get());
            assertEquals(Optional.empty(), job.told());
            assertEquals(Optional.empty(), ProcessIdentity.of(child()));
        }
    }

    @Test
    void whatASuccessfulProcessLeavesBehindIsEnded() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            Outcome outcome = run(job, one("setsid sleep 600 >/dev/null 2>&1 & echo $! > child", "x"));

            assertEquals(ExitCode.SUCCEEDED, outcome.code(), outcome.message());
            assertEquals(Optional.empty(), ProcessIdentity.of(child()));
        }
    }

    @Test
    void programThatIsNotThereFailsTheJob() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            Outcome outcome = run(job, program(List.of("/nowhere/program"), false));

            assertEquals(ExitCode.JOB_FAILED, outcome.code());
            assertTrue(outcome.message().contains("/nowhere/program"), outcome.message());
        }
    }

    @Test
    void outcomeIsToldAgainUntilTheMasterHasIt() throws Exception {
        try (FakeJob job = new FakeJob(1).refusing(2, Status.UNAVAILABLE)) {
            assertEquals(ExitCode.SUCCEEDED, run(job, one("true", "x")).code());
        }
    }

    @Test
    void jobWhoseMasterDoesNotListenToItsClientIsKilled() throws Exception {
        try (FakeJob job = new FakeJob(1).refusing(1, Status.FAILED_PRECONDITION)) {
            assertEquals(ExitCode.KILLED, run(job, one("true", "x")).code());
        }
    }

    @Test
    void outcomeIsToldAlsoToAMasterThatTakesOver() throws Exception {
        try (FakeJob job = new FakeJob(1).losingItsMasterOnceTold()) {
            assertEquals(ExitCode.SUCCEEDED, run(job, one("true", "x")).code());
            assertEquals(2, job.timesTold());
        }
    }

    @Test
    void programGoesOnWhenItsMasterIsReplaced() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CompletableFuture<Outcome> outcome =
                    running(job, one("echo up; until [ -e go ]; do sleep 0.02; done", "x"));
            view.await(line -> line.endsWith(" up"));

            job.loseMaster();
            view.await("master lost"::equals);
            job.replaceMaster();
            view.await("master other:2"::equals);
            Files.createFile(directory.resolve("go"));

            assertEquals(ExitCode.SUCCEEDED, outcome.get().code(), outcome.get().message());
            assertEquals(List.of("worker:0 out up"), lines(" out "));
        }
    }

    @Test
    void programRunsAgainOnAClusterThatWasFormedAnew() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CompletableFuture<Outcome> outcome = running(
                    job,
                    one("echo at $1; [ $YDL_GENERATION = 2 ] || { echo $$ > child; exec sleep 600; }", "{ps_hosts}"));
            view.await(line -> line.endsWith(" at node:2000"));
            long former = child();

            job.formAnew();

            assertEquals(ExitCode.SUCCEEDED, outcome.get().code(), outcome.get().message());
            assertEquals(List.of("worker:0 out at node:2000", "worker:0 out at node:2200"), lines(" out "));
            assertTrue(
                    view.seen().contains("notice the cluster was formed anew: the program was ended and runs again"),
                    () -> view.seen().toString());
            assertEquals(Optional.empty(), ProcessIdentity.of(former));
        }
    }

    @Test
    void programThatFailsBecauseItsClusterFellApartRunsAgainInsteadOfFailingTheJob() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            CountDownLatch looking = new CountDownLatch(1);
            CompletableFuture<Outcome> outcome =
                    running(job, one("[ $YDL_GENERATION = 2 ]", "x"), new NotingTime(looking));
            looking.await(); // whether the cluster fell apart

            job.formAnew();

            assertEquals(ExitCode.SUCCEEDED, outcome.get().code(), outcome.get().message());
            assertEquals(1, job.timesTold());
            assertTrue(
                    view.seen()
                            .contains("notice the client process of worker:0 failed with exit code 1."
                                    + "\nThe cluster was formed anew meanwhile: the program runs again."),
                    () -> view.seen().toString());
        }
    }

    @Test
    void faultBeforeTheProgramStartsEndsTheJob() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            ClientProgram impossible = new ClientProgram(
                    List.of("true"), Map.of("OWN", "\0"), "python3", directory, false, false, Duration.ofSeconds(1));

            Outcome outcome = run(job, impossible);

            assertEquals(ExitCode.INTERNAL, outcome.code());
            assertTrue(outcome.message().contains("IllegalArgumentException"), outcome.message());
        }
    }

    @Test
    void faultWhileTheProgramRunsEndsItAndTheJob() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            view.failOn("trouble");

            Outcome outcome = run(job, one("echo $$ > child; echo trouble; sleep 600", "x"));

            assertEquals(ExitCode.INTERNAL, outcome.code());
            assertEquals(
                    "a fault in ydl ended the client's program: java.lang.IllegalStateException: no room for trouble",
                    outcome.message());
            assertEquals(Optional.empty(), ProcessIdentity.of(child()));
        }
    }

    @Test
    void lastLinesAreCutAndLinesHaveNoCarriageReturns() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            Outcome outcome = run(
                    job,
                    one("printf 'a\\r\\n'; head -c 600 /dev/zero | tr '\\0' x >&2; printf '\\r\\n' >&2; exit 1", "x"));

            assertEquals(List.of("worker:0 out a"), lines(" out "));
            assertEquals(List.of("worker:0 err " + "x".repeat(600)), lines(" err "));
            assertEquals(
                    "    " + "x".repeat(497) + "...",
                    outcome.message().lines().reduce((one, next) -> next).orElseThrow());
        }
    }

    private Outcome run(FakeJob job, ClientProgram program) {
        try {
            return run(job, program, Duration.ZERO, Time.REAL);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** One that looks whether the cluster fell apart before it says that the program failed. */
    private CompletableFuture<Outcome> running(FakeJob job, ClientProgram program) {
        return running(job, program, Time.REAL);
    }

    private CompletableFuture<Outcome> running(FakeJob job, ClientProgram program, Time time) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return run(job, program, Duration.ofSeconds(30), time);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private Outcome run(FakeJob job, ClientProgram program, Duration reformNotice, Time time) throws Exception {
        return new ClientJob(job, job::connect, view, program, reformNotice, time).run(FakeJob.ID, PATIENCE);
    }

    /** Real time, and a note that somebody waits on a monitor: only who looks whether the cluster fell apart does. */
    private record NotingTime(CountDownLatch awaited) implements Time {
        @Override
        public long nanos() {
            return REAL.nanos();
        }

        @Override
        public void pass(Duration duration) throws InterruptedException {
            REAL.pass(duration);
        }

        @Override
        public void await(Object monitor, Duration limit) throws InterruptedException {
            awaited.countDown();
            REAL.await(monitor, limit);
        }
    }

    private ClientProgram one(String script, String argument) {
        return program(List.of("/bin/sh", "-c", script, "sh", argument, "{{x}}"), false);
    }

    private ClientProgram everyWorker(String script, String argument) {
        return program(List.of("/bin/sh", "-c", script, "sh", argument), true);
    }

    private ClientProgram program(List<String> command, boolean everyWorker) {
        return new ClientProgram(
                command, Map.of("OWN", "yes"), "python3", directory, everyWorker, false, Duration.ofSeconds(1));
    }

    /** What the processes wrote to one channel, without the numbers. */
    private List<String> lines(String channel) {
        return view.seen().stream()
                .filter(line -> line.matches("worker:\\d" + channel + ".*"))
                .map(line -> line.replaceFirst(channel + "\\d+", channel.stripTrailing()))
                .toList();
    }

    private long child() throws Exception {
        Path file = directory.resolve("child");
        assertTrue(Wait.until(() -> file.toFile().length() > 0, Duration.ofSeconds(10)));
        return Long.parseLong(Files.readString(file).strip());
    }
}
