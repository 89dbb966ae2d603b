package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private final AtomicLong rounds = new AtomicLong();
    private final AtomicInteger bites = new AtomicInteger();
    private final Watchdog watchdog = new Watchdog(rounds::get, 3, bites::incrementAndGet);

    @Test
    void driverThatMovesIsLeftAlone() {
        for (int i = 0; i < 10; i++) {
            rounds.incrementAndGet();
            watchdog.look();
            watchdog.look();
        }

        assertEquals(0, bites.get());
    }

    @Test
    void driverThatHangsIsBittenWhenPatienceEnds() {
        rounds.incrementAndGet();
        look(3);
        assertEquals(0, bites.get());

        look(1);

        assertEquals(1, bites.get());
    }

    @Test
    void driverThatNeverBeganIsBittenToo() {
        look(4);

        assertEquals(1, bites.get());
    }

    @Test
    void driverThatMovesAgainIsForgiven() {
        look(3);
        rounds.incrementAndGet();

        look(3);

        assertEquals(0, bites.get());
    }

    private void look(int times) {
        for (int i = 0; i < times; i++) {
            watchdog.look();
        }
    }
}
