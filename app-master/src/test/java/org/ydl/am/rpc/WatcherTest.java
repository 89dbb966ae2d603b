package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatcherTest {
    private static final int CAPACITY = 10_000;

    private final RecordedStream<Integer> stream = new RecordedStream<>();
    private final Watcher<Integer> watcher = new Watcher<>(stream);

    @Test
    void messagesGoAtOnceToAReaderThatIsReady() {
        stream.makeRoom(2);

        offer(1, 2);

        assertEquals(List.of(1, 2), stream.sent());
    }

    @Test
    void messagesWaitForASlowReaderAndKeepTheirOrder() {
        offer(1, 2, 3);
        assertEquals(List.of(), stream.sent());

        stream.makeRoom(2);
        assertEquals(List.of(1, 2), stream.sent());

        stream.makeRoom(2);
        offer(4);
        assertEquals(List.of(1, 2, 3, 4), stream.sent());
    }

    @Test
    void overflowDropsTheOldest() {
        IntStream.range(0, CAPACITY + 3).forEach(watcher::offer);

        stream.makeRoom(CAPACITY + 3);

        assertEquals(IntStream.range(3, CAPACITY + 3).boxed().toList(), stream.sent());
    }

    @Test
    void endComesAfterWhatWaits() {
        offer(1, 2);
        watcher.end();
        assertFalse(stream.isCompleted());
        assertFalse(watcher.isGone());

        stream.makeRoom(2);

        assertEquals(List.of(1, 2), stream.sent());
        assertTrue(stream.isCompleted());
        assertTrue(watcher.isGone());
    }

    @Test
    void endComesAtOnceIfNothingWaits() {
        watcher.end();

        assertTrue(stream.isCompleted());
        assertTrue(watcher.isGone());
    }

    @Test
    void nothingIsTakenAfterTheEnd() {
        offer(1);
        watcher.end();

        offer(2);
        stream.makeRoom(5);
        watcher.end();

        assertEquals(List.of(1), stream.sent());
    }

    @Test
    void readerThatLeavesIsGoneAndGetsNothingMore() {
        offer(1);

        stream.cancel();

        offer(2);
        watcher.end();
        stream.makeRoom(5);
        assertTrue(watcher.isGone());
        assertEquals(List.of(), stream.sent());
        assertFalse(stream.isCompleted());
    }

    private void offer(int... messages) {
        IntStream.of(messages).forEach(watcher::offer);
    }
}
