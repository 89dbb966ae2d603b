package org.ydl.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.PortRange;

class FeasibilityTest {
    @Test
    void aPortRangeIsTooNarrowIfItHasNotTwoPortsForEveryTaskAndOneForTheApplicationMaster() {
        assertEquals(Optional.empty(), Feasibility.portProblem(PortRange.parse("20000-20003"), 2, 3));
        assertEquals(
                Optional.of("--port-range 20000-20003 is too narrow: a task needs two ports of its node, and the"
                        + " application master one, so that 2 nodes have room for 3 tasks, and the job has 4"),
                Feasibility.portProblem(PortRange.parse("20000-20003"), 2, 4));
    }

    @Test
    void aPortThatIsLeftOverOnEveryNodeIsOfNoUse() {
        assertEquals(
                Optional.of("--port-range 20000-20002 is too narrow: a task needs two ports of its node, and the"
                        + " application master one, so that 2 nodes have room for 2 tasks, and the job has 3"),
                Feasibility.portProblem(PortRange.parse("20000-20002"), 2, 3));
    }
}
