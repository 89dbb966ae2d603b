package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.runner.RunnerFixture.isFree;
import static org.ydl.runner.RunnerFixture.serving;
import static org.ydl.runner.RunnerFixture.shell;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.HostPort;
import org.ydl.api.TaskPlace;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskPlan;
import org.ydl.bridge.PortReservation;

@Timeout(60)
class PreparationTest {
    private final CompletableFuture<Ready> outcome = new CompletableFuture<>();
    private final EventLoop loop = new EventLoop(outcome::completeExceptionally);
    private final PortReservation port = PortReservation.reserve(Optional.empty());
    private final FakeTensorFlow tensorFlow = new FakeTensorFlow();
    private final Preparation preparation =
            new Preparation(loop, RunnerFixture.environment("container_1", RunnerFixture.TASK), port, tensorFlow);

    PreparationTest() throws IOException {}

    @AfterEach
    void close() {
        loop.close();
        port.close();
    }

    @Test
    void theRunnersServerTakesThePortOver() throws Exception {
        Plan plan = begin(serving());
        assertFalse(isFree(port.port()));

        Ready ready = finish(plan);

        assertEquals(
                "grpc://localhost:" + port.port(), ready.serving().orElseThrow().target());
        assertTrue(isFree(port.port()));
    }

    @Test
    void thePortIsKeptForAServerThatTheProcessMakes() throws Exception {
        Plan plan = begin(shell("true").setServer(ServerOwner.SERVER_OWNER_SCRIPT));

        Ready ready = finish(plan);

        assertTrue(ready.serving().isEmpty());
        assertFalse(isFree(port.port()));
    }

    @Test
    void whoIsNoMemberOfTheClusterNeedsNoPort() {
        begin(shell("true").setServer(ServerOwner.SERVER_OWNER_NOBODY));

        assertTrue(isFree(port.port()));
    }

    @Test
    void aServerThatDoesNotStartIsNamedAndItsPortGivenUp() {
        tensorFlow.failWith("no usable libtensorflow");
        Plan plan = begin(serving());

        String why = failure(plan, place(own()));

        assertEquals(
                "the TensorFlow server of worker:1 on localhost could not be started: no usable libtensorflow", why);
        assertTrue(isFree(port.port()));
    }

    @Test
    void aPredecessorsAddressThatDiffersInTheHostAloneIsNotThisTasks() {
        Plan plan = begin(serving());

        String why = failure(plan, place(new HostPort("other-node", port.port())));

        String expected = "the ClusterSpec has worker:1 at other-node:" + port.port()
                + ", but its runner is at localhost:" + port.port();
        assertTrue(why.endsWith(expected), why);
        assertEquals(0, tensorFlow.starts());
    }

    private Plan begin(TaskPlan.Builder message) {
        Plan plan = Plan.from(message.build());
        preparation.begin(plan);
        return plan;
    }

    private Ready finish(Plan plan) throws Exception {
        return finish(plan, place(own()));
    }

    private Ready finish(Plan plan, TaskPlace place) throws Exception {
        preparation.finish(
                plan, place, outcome::complete, why -> outcome.completeExceptionally(new NotReadyException(why)));
        return outcome.get(20, TimeUnit.SECONDS);
    }

    private String failure(Plan plan, TaskPlace place) {
        Throwable cause = assertThrows(ExecutionException.class, () -> finish(plan, place))
                .getCause();
        return assertInstanceOf(NotReadyException.class, cause).getMessage();
    }

    private HostPort own() {
        return new HostPort("localhost", port.port());
    }

    private static TaskPlace place(HostPort address) {
        return new TaskPlace(RunnerFixture.spec(1, address), RunnerFixture.TASK, false);
    }

    private static final class NotReadyException extends Exception {
        NotReadyException(String why) {
            super(why);
        }
    }
}
