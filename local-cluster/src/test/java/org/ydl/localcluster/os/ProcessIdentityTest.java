package org.ydl.localcluster.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessIdentityTest {
    @Test
    void aProgramNameWithSpacesAndParenthesesDoesNotConfuse() {
        String line = "42 (a) b (c) S 7 42 42 34816 42 0 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 0";

        assertEquals(new ProcStat(42, 'S', 7, 34816, 1, 12345), ProcStat.parse(42, line));
    }

    @Test
    void aZombieIsAliveUntilItsLastThreadHasEnded() {
        String line = "42 (java) Z 7 42 42 0 42 0 0 0 0 0 0 0 0 0 20 0 %d 0 12345 0 0";

        assertTrue(ProcStat.parse(42, line.formatted(3)).isAlive());
        assertFalse(ProcStat.parse(42, line.formatted(1)).isAlive());
    }

    @Test
    void anIdentityIsReadBackAsItWasWritten() {
        ProcessIdentity identity = new ProcessIdentity(4, 2, "boot");

        assertEquals(Optional.of(identity), ProcessIdentity.parse(identity.encoded() + "\n"));
        assertEquals(Optional.empty(), ProcessIdentity.parse("4"));
    }

    @Test
    void aProcessThatIgnoresTermIsKilled() throws Exception {
        Process stubborn =
                new ProcessBuilder("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done").start();
        assertEquals("ready", stubborn.inputReader().readLine());
        ProcessIdentity identity = ProcessIdentity.of(stubborn.pid()).orElseThrow();

        List<ProcessIdentity> survivors = Processes.stop(List.of(identity), Duration.ofMillis(200));

        assertEquals(List.of(), survivors);
        assertFalse(identity.isAlive());
    }

    @Test
    void aProcessIsFoundByItsEnvironmentAndByItsDirectory() throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder("sleep", "60").directory(Path.of("/").toFile());
        builder.environment().put("YDL_TEST_MARK", "here");
        Process marked = builder.start();
        try {
            List<Long> found = Processes.matching(
                            process -> process.environment().contains("YDL_TEST_MARK=here")
                                    && process.workingDirectory().equals(Optional.of(Path.of("/"))))
                    .stream()
                    .map(ProcessIdentity::pid)
                    .toList();

            assertEquals(List.of(marked.pid()), found);
        } finally {
            marked.destroyForcibly();
        }
    }

    @Test
    void theCallerIsNeverAmongTheProcessesFound() {
        long self = ProcessHandle.current().pid();

        assertTrue(Processes.matching(process -> true).stream().noneMatch(process -> process.pid() == self));
    }
}
