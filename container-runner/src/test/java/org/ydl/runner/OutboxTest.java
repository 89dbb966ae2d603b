package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.api.v1.OutputChannel.OUTPUT_CHANNEL_STDOUT;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.ydl.api.TaskId;

class OutboxTest {
    private final AtomicInteger filled = new AtomicInteger();
    private final Outbox outbox = new Outbox(TaskId.parse("worker:0"), 10, filled::incrementAndGet);

    @Test
    void keepsTheOrder() {
        outbox.add(OUTPUT_CHANNEL_STDOUT, "one");
        outbox.add(OUTPUT_CHANNEL_STDOUT, "two");

        assertEquals("one", outbox.poll().orElseThrow().getLine());
        assertEquals("two", outbox.poll().orElseThrow().getLine());
        assertTrue(outbox.isEmpty());
    }

    @Test
    void linesAreNumberedAndANoteHasTheNumberOfTheLastLineItStandsFor() {
        for (String line : new String[] {"aaaa", "bbbb", "cccc", "dddd"}) {
            outbox.add(OUTPUT_CHANNEL_STDOUT, line);
        }

        assertEquals(2, outbox.poll().orElseThrow().getNumber());
        assertEquals(3, outbox.poll().orElseThrow().getNumber());
        assertEquals(4, outbox.poll().orElseThrow().getNumber());
    }

    @Test
    void theOldestGiveWayAndANoteSaysHowMany() {
        for (String line : new String[] {"aaaa", "bbbb", "cccc", "dddd"}) {
            outbox.add(OUTPUT_CHANNEL_STDOUT, line);
        }

        assertTrue(outbox.poll().orElseThrow().getLine().startsWith("[ydl] 2 lines of worker:0 are left out"));
        assertEquals("cccc", outbox.poll().orElseThrow().getLine());
        assertEquals("dddd", outbox.poll().orElseThrow().getLine());
        assertTrue(outbox.poll().isEmpty());
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
