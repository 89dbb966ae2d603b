package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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

    private static final Duration LONG = Duration.ofSeconds(20);

    private final CountDownLatch printing = new CountDownLatch(1);
    private final CountDownLatch read = new CountDownLatch(1);
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final BlockingQueue<ApplicationId> killed = new LinkedBlockingQueue<>();
    private final List<ApplicationId> unstaged = new ArrayList<>();

    @Test
    void nothingIsSubmittedAfterTheKillAndNothingStaysStaged() throws Exception {
        KillOnInterrupt guard = guard(LONG);
        guard.stage(() -> {});

        guard.kill();

        assertEquals(List.of(), List.copyOf(killed));
        assertEquals(List.of(ID), unstaged);
        assertEquals("ydl: interrupted, killing " + ID + "\nydl: " + ID + " was not submitted\n", text());
        assertEquals(
                ExitCode.INTERRUPTED,
                assertThrows(YdlException.class, () -> guard.submit(() -> fail("submitted after the kill")))
                        .code());
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

        assertEquals(List.of(ID), List.copyOf(killed));
        assertTrue(text().contains("the submission of " + ID + " has not come back"), text());
        assertTrue(text().contains("ydl-tf kill " + ID), text());
    }

    @Test
    void applicationIsKilledBeforeAnybodyReadsWhatIsPrinted() throws Exception {
        Screen screen = new Screen(new PrintStream(new UnreadPipe()), new PrintStream(err, true), false, () -> 0);
        KillOnInterrupt guard = guard(new LastWords(screen, LONG), LONG);
        guard.submit(() -> {});
        Thread command = print(screen);

        Thread hook = new Thread(guard::kill, "hook");
        hook.start();

        assertEquals(ID, killed.poll(LONG.toSeconds(), TimeUnit.SECONDS));
        read.countDown();
        command.join();
        hook.join();
        assertEquals("ydl: interrupted, killing " + ID + "\nydl: " + ID + " was killed\n", text());
    }

    @Test
    void wordsThatNobodyReadsAreNotWaitedForLong() throws Exception {
        Screen screen = new Screen(new PrintStream(new UnreadPipe()), new PrintStream(err, true), false, () -> 0);
        Thread command = print(screen);

        KillOnInterrupt guard = guard(new LastWords(screen, Duration.ZERO), LONG);
        guard.submit(() -> {});
        guard.kill();

        assertEquals(List.of(ID), List.copyOf(killed));
        assertEquals("", text());
        read.countDown();
        command.join();
    }

    /** Returns when the command's thread is in the middle of printing, and stays there. */
    private Thread print(Screen screen) throws InterruptedException {
        Thread command = new Thread(() -> screen.result("loss 0.5"), "command");
        command.start();
        printing.await();
        return command;
    }

    /** A pipe that is full until somebody reads. */
    private final class UnreadPipe extends OutputStream {
        @Override
        public void write(int next) {
            printing.countDown();
            awaitRelease(read);
        }
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

    private KillOnInterrupt guard(Duration submissionLimit) {
        Screen screen = new Screen(System.out, new PrintStream(err, true), false, () -> 0);
        return guard(new LastWords(screen, LONG), submissionLimit);
    }

    private KillOnInterrupt guard(LastWords words, Duration submissionLimit) {
        return new KillOnInterrupt(ID, new Killer(), () -> unstaged.add(ID), words, submissionLimit);
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
