package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.OutputChannel.OUTPUT_CHANNEL_STDOUT;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.TaskId;
import org.ydl.api.v1.RunnerCommand;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.api.v1.RunnerMessage;
import org.ydl.api.v1.TaskExit;

@Timeout(20)
class AttachedStreamTest {
    private final Outbox outbox = new Outbox(TaskId.parse("worker:0"), "run", 1 << 20, () -> {});
    private final List<RunnerMessage> sent = new ArrayList<>();
    private final AttachedStream stream = new AttachedStream(outbox, new DeafOwner());

    @BeforeEach
    void openOutbox() {
        outbox.open();
    }

    @Test
    void aTurnEndsThoughTheOutboxIsRefilledAsFastAsItIsSent() {
        stream.beforeStart(new Call(this::fill));
        fill();

        assertTrue(flush(Optional.of(exit(0))), "there is more to send");

        assertFalse(sent.isEmpty());
        assertTrue(sent.stream().allMatch(RunnerMessage::hasOutput), "the exit comes behind the last line");
    }

    @Test
    void theExitFollowsTheLastLine() {
        stream.beforeStart(new Call(() -> {}));
        fill();

        assertFalse(flush(Optional.of(exit(0))));

        assertEquals(2, sent.size());
        assertTrue(sent.get(1).hasExit());
    }

    @Test
    void anExitIsSentOnceAndThatOfTheNextAttemptToo() {
        stream.beforeStart(new Call(() -> {}));

        flush(Optional.of(exit(0)));
        flush(Optional.of(exit(0)));
        flush(Optional.empty());
        flush(Optional.of(exit(1)));

        assertEquals(List.of(exit(0), exit(1)), sent);
    }

    private static RunnerMessage exit(int attempt) {
        return RunnerMessage.newBuilder()
                .setRunner(RunnerIdentity.newBuilder().setAttempt(attempt))
                .setExit(TaskExit.getDefaultInstance())
                .build();
    }

    private boolean flush(Optional<RunnerMessage> exit) {
        return stream.flush(RunnerIdentity.getDefaultInstance(), exit);
    }

    private void fill() {
        outbox.add(OUTPUT_CHANNEL_STDOUT, "line");
    }

    /** A call that always takes messages. */
    private final class Call extends ClientCallStreamObserver<RunnerMessage> {
        private final Runnable whenSent;

        Call(Runnable whenSent) {
            this.whenSent = whenSent;
        }

        @Override
        public void onNext(RunnerMessage message) {
            sent.add(message);
            whenSent.run();
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {}

        @Override
        public void cancel(String message, Throwable cause) {}

        @Override
        public void disableAutoInboundFlowControl() {}

        @Override
        public void request(int count) {}

        @Override
        public void setMessageCompression(boolean enable) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
    }

    private static final class DeafOwner implements AttachedStream.Owner {
        @Override
        public void ready(AttachedStream stream) {}

        @Override
        public void commanded(AttachedStream stream, RunnerCommand command) {}

        @Override
        public void ended(AttachedStream stream, Status status) {}
    }
}
