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
            // It shows no environment until it has become the program.
            assertTrue(Wait.until(() -> marked("here").equals(List.of(marked.pid())), Duration.ofSeconds(10)));
        } finally {
            marked.destroyForcibly();
        }
    }

    @Test
    void allThatMatchAreStoppedWithWhatTheyStartMeanwhile() throws Exception {
        for (int run = 0; run < 50; run++) {
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", "setsid sleep 600 & setsid sleep 600 &")
                    .directory(Path.of("/").toFile());
            builder.environment().put("YDL_TEST_MARK", "sweep");
            assertEquals(0, builder.start().waitFor());

            Processes.Sweep sweep = Processes.stopAll(
                    process -> process.environment().contains("YDL_TEST_MARK=sweep"), Duration.ofSeconds(10));

            assertEquals(new Processes.Sweep(2, List.of()), sweep);
            assertEquals(List.of(), marked("sweep"));
        }
    }

    private static List<Long> marked(String mark) {
        return Processes.matching(process -> process.environment().contains("YDL_TEST_MARK=" + mark)
                        && process.workingDirectory().equals(Optional.of(Path.of("/"))))
                .stream()
                .map(ProcessIdentity::pid)
                .toList();
    }

    @Test
    void theCallerIsNeverAmongTheProcessesFound() {
        long self = ProcessHandle.current().pid();

        assertTrue(Processes.matching(process -> true).stream().noneMatch(process -> process.pid() == self));
    }
}
