package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TailTest {
    private final Tail tail = new Tail(2);

    @Test
    void keepsTheLastLines() {
        tail.add("one");
        tail.add("two");
        tail.add("three");

        assertEquals(List.of("two", "three"), tail.lines());
    }

    @Test
    void aLongLineIsCut() {
        tail.add("x".repeat(500));
        tail.add("x".repeat(501));

        assertEquals(List.of("x".repeat(500), "x".repeat(497) + "..."), tail.lines());
    }

    @Test
    void aCutSplitsNoCharacter() {
        tail.add("x".repeat(496) + "\uD83D\uDE00".repeat(10));

        assertEquals(List.of("x".repeat(496) + "..."), tail.lines());
    }
}
