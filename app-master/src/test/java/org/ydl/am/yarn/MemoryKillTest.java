package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ydl.api.Role;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

class MemoryKillTest {
    /** As ContainersMonitorImpl of Hadoop 3 has it. */
    private static final String SAID = "[2026-01-01 00:00:00.001]Container"
            + " [pid=7,containerID=container_1700_0001_01_000002] is running 157286401B beyond the '%s' memory limit."
            + " Current usage: 1.1 GB of 1 GB physical memory used; 5.3 GB of 2.1 GB virtual memory used."
            + " Killing container.\nDump of the process-tree for container_1700_0001_01_000002 :\n\t|- PID PPID\n";

    private static final String OF_HADOOP_2 =
            "Container [pid=7,containerID=c] is running beyond physical memory limits."
                    + " Current usage: 2.3 GB of 2 GB physical memory used; 4 GB of 4.2 GB virtual memory used. Killing container.";

    @Test
    void useIsTheLimitAndWhatIsBeyondIt() {
        ExitReason reason = reason(false, SAID.formatted("PHYSICAL"), Optional.of(1000L));

        assertEquals(Kind.MEMORY_EXCEEDED, reason.kind());
        assertEquals("was killed by YARN for using too much memory", reason.what());
        assertEquals(Optional.of("limit      1000 MiB    used  1151 MiB"), reason.figures());
        assertEquals(Optional.of("--worker-memory 1536m, or a smaller batch size"), reason.advice());
    }

    @Test
    void limitOfAContainerThatIsNotKnownIsTheOneThatYarnRounded() {
        assertEquals(
                Optional.of("limit      1024 MiB    used  1175 MiB"),
                reason(false, SAID.formatted("PHYSICAL"), Optional.empty()).figures());
    }

    @Test
    void olderNodesRoundWhatWasUsedToo() {
        ExitReason reason = reason(false, OF_HADOOP_2, Optional.of(2048L));

        assertEquals("was killed by YARN for using too much memory", reason.what());
        assertEquals(Optional.of("limit      2048 MiB    used  2356 MiB"), reason.figures());
        assertEquals(Optional.of("--worker-memory 2816m, or a smaller batch size"), reason.advice());
    }

    @Test
    void virtualMemoryNeedsMoreOfBothOrNoCheck() {
        ExitReason reason = reason(true, SAID.formatted("VIRTUAL"), Optional.of(1024L));

        assertEquals("was killed by YARN for using too much virtual memory", reason.what());
        assertEquals(Optional.of("limit      2151 MiB    used  2302 MiB"), reason.figures());
        assertTrue(reason.advice().orElseThrow().startsWith("--worker-memory 1280m, or ask"), reason::toString);
        assertTrue(reason.advice().orElseThrow().contains("yarn.nodemanager.vmem-check-enabled"), reason::toString);
    }

    @Test
    void limitIsToldAlsoIfTheNodesWordsWereCut() {
        ExitReason reason = reason(false, "|- 9 7 7 7 (python) 1 1 1 1 python job.py", Optional.of(4096L));

        assertEquals(Optional.of("limit      4096 MiB"), reason.figures());
        assertEquals(Optional.of("--worker-memory 6g, or a smaller batch size"), reason.advice());
    }

    @Test
    void withoutAnyNumbersTheNodesWordsAreQuoted() {
        ExitReason reason = reason(false, "too much", Optional.empty());

        assertEquals("was killed by YARN for using too much memory: too much", reason.what());
        assertEquals(Optional.of("a larger --worker-memory, or a smaller batch size"), reason.advice());
    }

    @ParameterizedTest
    @CsvSource({"CHIEF, --chief-memory", "EVALUATOR, --evaluator-memory", "PS, --ps-memory"})
    void flagIsThatOfTheRole(Role role, String flag) {
        ExitReason reason = new MemoryKill(false, "", Optional.of(1024L)).reason(Optional.of(role));

        assertTrue(reason.advice().orElseThrow().startsWith(flag + " 1536m"), reason::toString);
    }

    private static ExitReason reason(boolean virtual, String said, Optional<Long> size) {
        return new MemoryKill(virtual, said, size).reason(Optional.of(Role.WORKER));
    }
}
