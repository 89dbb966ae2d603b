package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.OutputChannel.OUTPUT_CHANNEL_STDOUT;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ydl.api.TaskId;
import org.ydl.api.v1.TaskOutput;

class OutboxTest {
    /** Room for two lines of four characters. */
    private static final int LIMIT = 410;

    private final AtomicInteger filled = new AtomicInteger();
    private final Outbox outbox = new Outbox(TaskId.parse("worker:0"), "run", LIMIT, filled::incrementAndGet);

    @BeforeEach
    void open() {
        outbox.open();
    }

    @Test
    void aClosedOneOnlyCounts() {
        Outbox closed = new Outbox(TaskId.parse("worker:0"), "run", LIMIT, filled::incrementAndGet);
        closed.add(OUTPUT_CHANNEL_STDOUT, "one");
        closed.add(OUTPUT_CHANNEL_STDOUT, "two");
        assertTrue(closed.isEmpty());
        assertEquals(0, filled.get());

        closed.open();
        closed.add(OUTPUT_CHANNEL_STDOUT, "three");

        assertEquals(3, closed.poll().orElseThrow().getNumber());
        assertEquals(1, filled.get());
    }

    @Test
    void keepsTheOrder() {
        outbox.add(OUTPUT_CHANNEL_STDOUT, "one");
        outbox.add(OUTPUT_CHANNEL_STDOUT, "two");

        TaskOutput first = outbox.poll().orElseThrow();
        assertEquals("one", first.getLine());
        assertEquals("run", first.getRun());
        assertEquals("two", outbox.poll().orElseThrow().getLine());
        assertTrue(outbox.isEmpty());
    }

    @Test
    void theOldestGiveWayAndTheNumbersOfTheOthersShowIt() {
        for (String line : new String[] {"aaaa", "bbbb", "cccc", "dddd"}) {
            outbox.add(OUTPUT_CHANNEL_STDOUT, line);
        }

        TaskOutput first = outbox.poll().orElseThrow();
        TaskOutput second = outbox.poll().orElseThrow();
        assertEquals("cccc", first.getLine());
        assertEquals(3, first.getNumber());
        assertEquals("dddd", second.getLine());
        assertEquals(4, second.getNumber());
        assertTrue(outbox.poll().isEmpty());
    }

    @Test
    void emptyLinesTakeRoomToo() {
        for (int i = 0; i < 1_000; i++) {
            outbox.add(OUTPUT_CHANNEL_STDOUT, "");
        }

        assertEquals(999, outbox.poll().orElseThrow().getNumber());
        assertEquals(1_000, outbox.poll().orElseThrow().getNumber());
        assertTrue(outbox.isEmpty());
    }

    @Test
    void tellsOnceWhenItFills() {
        outbox.add(OUTPUT_CHANNEL_STDOUT, "one");
        outbox.add(OUTPUT_CHANNEL_STDOUT, "two");
        outbox.poll();
        outbox.poll();
        outbox.add(OUTPUT_CHANNEL_STDOUT, "three");

        assertEquals(2, filled.get());
    }
}
