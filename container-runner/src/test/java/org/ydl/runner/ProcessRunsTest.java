package org.ydl.runner;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.runner.RunnerFixture.isFree;
import static org.ydl.runner.RunnerFixture.shell;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.HostPort;
import org.ydl.api.TaskPlace;
import org.ydl.api.v1.TaskPlan;
import org.ydl.bridge.PortReservation;

@Timeout(60)
class ProcessRunsTest {
    private static final String SLEEPS = "exec sleep 600";

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final EventLoop loop = new EventLoop(fault -> events.add(fault.toString()));
    private final PortReservation port = PortReservation.reserve(Optional.empty());
    private final ProcessMark mark =
            new ProcessMark("YDL_TEST_COOKIE", UUID.randomUUID().toString());
    private final ProcessRuns runs = new ProcessRuns(loop, this::start, port, new ProcessRuns.Owner() {
        @Override
        public void started() {
            events.add("started");
        }

        @Override
        public void notStarted(IOException why) {
            events.add("not started");
        }

        @Override
        public void exited(UserProcess.End end) {
            events.add("exited with " + end.exitCode()
                    + end.errorTail().stream().map(line -> " after " + line).collect(joining()));
        }
    });

    ProcessRunsTest() throws IOException {}

    @AfterEach
    void close() {
        loop.close();
        mark.killAll();
        port.close();
    }

    @Test
    void theEndOfARunIsToldAndThePortGivenUpWithIt() throws Exception {
        run("exit 3");

        assertEquals(List.of("started", "exited with 3"), next(2));
        assertTrue(isFree(port.port()));
    }

    @Test
    void aRunThatHasNotEndedGivesWayToTheNextWithoutAWordAndLeavesItThePort() throws Exception {
        run(SLEEPS);
        run(SLEEPS);

        assertEquals(List.of("started", "started"), next(2));
        assertFalse(isFree(port.port()));
    }

    @Test
    void theStopIsDoneWhenTheEndWasTold() throws Exception {
        run(SLEEPS);

        stop();

        assertEquals(List.of("started", "exited with 143", "stopped"), next(3));
    }

    @Test
    void theStopIsDoneAtOnceIfNothingRuns() throws Exception {
        stop();

        assertEquals(List.of("stopped"), next(1));
    }

    @Test
    void aStopKeepsTheNextRunFromBeginningAndTheFormerFromBeingTold() throws Exception {
        loop.execute(() -> {
            runs.run(ready(SLEEPS));
            runs.run(ready("echo never"));
            runs.stop(Duration.ofMinutes(1), () -> events.add("stopped"));
        });

        assertEquals(List.of("started", "stopped"), next(2));
    }

    /** The node that ends a container says why. */
    @Test
    void anEndBySigtermIsNotToldIfAStopFollows() throws Exception {
        run("kill -TERM $$");
        ended.await();

        stop();

        assertEquals(List.of("started", "stopped"), next(2));
    }

    @Test
    void anEndBySigtermThatNothingFollowsIsTold() throws Exception {
        run("kill -TERM $$");

        assertEquals(List.of("started", "exited with 143"), next(2));
    }

    @Test
    void anEndBySigtermIsNotToldAsThatOfTheNextRun() throws Exception {
        run("kill -TERM $$");
        ended.await();

        run("echo second >&2; kill -TERM $$");

        assertEquals(List.of("started", "started", "exited with 143 after second"), next(3));
    }

    @Test
    void aRunThatCannotBeStartedGivesThePortUp() throws Exception {
        loop.execute(() -> runs.run(
                ready(RunnerFixture.serving().addCommand("no-such-program").build())));

        assertEquals(List.of("not started"), next(1));
        assertTrue(isFree(port.port()));
    }

    private void run(String script) {
        loop.execute(() -> runs.run(ready(script)));
    }

    private void stop() {
        loop.execute(() -> runs.stop(Duration.ofMinutes(1), () -> events.add("stopped")));
    }

    private List<String> next(int count) throws InterruptedException {
        List<String> seen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seen.add(String.valueOf(events.poll(20, TimeUnit.SECONDS)));
        }
        return seen;
    }

    private static Ready ready(String script) {
        return ready(shell(script).build());
    }

    private static Ready ready(TaskPlan plan) {
        TaskPlace place = new TaskPlace(RunnerFixture.spec(1, new HostPort("localhost", 1)), RunnerFixture.TASK, false);
        return new Ready(Plan.from(plan), place, Optional.empty());
    }

    private UserProcess start(Ready ready, Consumer<UserProcess.End> whenEnded) throws IOException {
        return UserProcess.start(
                new UserProcess.Launch(ready.plan().command(), Map.of(), mark),
                new UserProcess.Output(
                        OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), (channel, line) -> {}),
                end -> {
                    whenEnded.accept(end);
                    ended.countDown();
                });
    }
}
