package org.ydl.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PortRangeTest {
    @Test
    void aRangeIsReadAndChecked() {
        assertEquals(new PortRange(30_000, 30_100), PortRange.parse("30000-30100"));
        assertEquals(new PortRange(30_000, 30_000), PortRange.parse("30000"));
        assertThrows(IllegalArgumentException.class, () -> PortRange.parse("30100-30000"));
        assertThrows(IllegalArgumentException.class, () -> PortRange.parse("many"));
        assertThrows(IllegalArgumentException.class, () -> PortRange.parse("1-2-3"));
    }

    @Test
    void bothEndsBelongToIt() {
        PortRange range = PortRange.parse("30000-30100");

        assertTrue(range.contains(30_000) && range.contains(30_100));
        assertFalse(range.contains(29_999) || range.contains(30_101));
    }

    @Test
    void everyTaskNeedsTwoPortsAndTheApplicationMasterOne() {
        assertEquals(0, PortRange.parse("30000-30001").tasks(1));
        assertEquals(1, PortRange.parse("30000-30002").tasks(1));
        assertEquals(1, PortRange.parse("30000-30003").tasks(1));
        assertEquals(1 + 2 + 2, PortRange.parse("30000-30003").tasks(3));
        assertEquals(0, PortRange.parse("30000-30003").tasks(0));
    }
}
