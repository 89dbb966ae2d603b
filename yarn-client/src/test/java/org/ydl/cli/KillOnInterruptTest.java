package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.JobFollower;
import org.ydl.submit.YdlException;

@Timeout(30)
class KillOnInterruptTest {
    private static final ApplicationId ID = ApplicationId.newInstance(1, 1);

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<ApplicationId> killed = new ArrayList<>();

    @Test
    void nothingIsSubmittedAfterTheKill() {
        KillOnInterrupt guard = guard(Duration.ofSeconds(30));

        guard.kill();

        assertEquals(List.of(ID), killed);
        assertEquals("ydl: interrupted, killing " + ID + "\nydl: " + ID + " was killed\n", text());
        assertEquals(
                ExitCode.INTERRUPTED,
                assertThrows(YdlException.class, guard::check).code());
    }

    @Test
    void submissionThatDoesNotComeBackIsNotSaidToBeKilled() throws Exception {
        KillOnInterrupt guard = guard(Duration.ZERO);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Void> submission = CompletableFuture.runAsync(() -> submit(guard, begun, release));
        begun.await();

        guard.kill();
        release.countDown();
        submission.get();

        assertEquals(List.of(ID), killed);
        assertTrue(text().contains("the submission of " + ID + " has not come back"), text());
        assertTrue(text().contains("ydl-tf kill " + ID), text());
    }

    private static void submit(KillOnInterrupt guard, CountDownLatch begun, CountDownLatch release) {
        try {
            guard.submit(() -> {
                begun.countDown();
                awaitRelease(release);
            });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitRelease(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private KillOnInterrupt guard(Duration limit) {
        Screen screen = new Screen(System.out, new PrintStream(err, true), false);
        return new KillOnInterrupt(ID, new Killer(), screen, limit);
    }

    private String text() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private final class Killer implements JobFollower.Yarn {
        @Override
        public ApplicationReport report(ApplicationId id) {
            throw new AssertionError("nobody asks");
        }

        @Override
        public Outcome kill(ApplicationId id, String reason) {
            killed.add(id);
            return new Outcome(ExitCode.KILLED, reason);
        }
    }
}
