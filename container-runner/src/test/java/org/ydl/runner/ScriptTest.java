package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.RunnerExit;

/**
 * {@code ydl-run.sh}: whatever happens to the command or the script, no process of the command stays; and a command that
 * asks for it is started anew.
 */
@Timeout(60)
class ScriptTest {
    private static final String HIDDEN = Processes.STARTS_HIDDEN;

    /** Shell commands that set run to the number of this start, from 1; the first argument is a file for that. */
    private static final String COUNTS = "echo >>$0; run=$(wc -l <$0); ";

    private final Path runs;

    ScriptTest(@TempDir Path temp) {
        runs = temp.resolve("runs");
    }

    @Test
    void keepsTheExitCode() throws Exception {
        try (ScriptProcess script = ScriptProcess.shell("exit 3")) {
            assertEquals(3, script.awaitExit());
        }
    }

    @Test
    void aCommandThatLeavesProcessesBehindIsSweptUp() throws Exception {
        try (ScriptProcess script = ScriptProcess.shell(HIDDEN + "exit 0")) {
            long hidden = script.awaitPid("hidden ");

            assertEquals(0, script.awaitExit());
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void aKilledCommandIsSweptUpAndReportedAs137() throws Exception {
        try (ScriptProcess script = ScriptProcess.shell(HIDDEN + "echo main $$; exec sleep 600")) {
            long hidden = script.awaitPid("hidden ");
            long main = script.awaitPid("main ");

            ProcessHandle.of(main).orElseThrow().destroyForcibly();

            assertEquals(137, script.awaitExit());
            assertFalse(Processes.isAlive(hidden));
        }
    }

    @Test
    void aKilledScriptIsSweptUpByItsGuard() throws Exception {
        try (ScriptProcess script = ScriptProcess.shell(HIDDEN + "echo main $$; exec sleep 600")) {
            long hidden = script.awaitPid("hidden ");
            long main = script.awaitPid("main ");

            script.kill();

            assertEquals(137, script.awaitExit());
            Processes.awaitGone(hidden);
            Processes.awaitGone(main);
        }
    }

    @Test
    void sigtermIsPassedOnAndTheCommandMayTakeItsTime() throws Exception {
        String command =
                HIDDEN + "trap 'sleep 0.3; echo saved; exit 9' TERM; echo main $$; while :; do sleep 0.05; done";
        try (ScriptProcess script = ScriptProcess.shell(command)) {
            script.awaitPid("main ");

            script.terminate();
            script.terminate();

            script.awaitLine("saved");
            assertEquals(9, script.awaitExit());
        }
    }

    @Test
    void aCommandThatAsksForItIsStartedAnewAfterASweep() throws Exception {
        String command = COUNTS + "[ $run -eq 1 ] || { echo end $run; exit 4; }; " + HIDDEN + "exit 75";
        try (ScriptProcess script = ScriptProcess.shell(command, runs.toString())) {
            long hidden = script.awaitPid("hidden ");

            assertEquals("2", script.awaitLine("end "));
            assertFalse(Processes.isAlive(hidden));
            assertEquals(4, script.awaitExit());
        }
    }

    @Test
    void aSecondStartIsSweptUpLikeTheFirst() throws Exception {
        String command = COUNTS + "[ $run -eq 2 ] || exit 75; " + HIDDEN + "echo main $$; exec sleep 600";
        try (ScriptProcess script = ScriptProcess.shell(command, runs.toString())) {
            long hidden = script.awaitPid("hidden ");
            long main = script.awaitPid("main ");

            script.kill();

            Processes.awaitGone(hidden);
            Processes.awaitGone(main);
        }
    }

    @Test
    void aCommandThatAsksTooOftenIsGivenUp() throws Exception {
        try (ScriptProcess script = ScriptProcess.shell(COUNTS + "exit 75", runs.toString())) {
            assertEquals(RunnerExit.RELAUNCHED_TOO_OFTEN.code(), script.awaitExit());

            assertEquals(11, Files.readAllLines(runs).size());
            assertTrue(script.errors().contains("gave up"), script.errors());
        }
    }

    /** Repeated, because the command ends just when bash takes the signal, which now and then makes it forget that end. */
    @RepeatedTest(10)
    void afterSigtermNothingIsStartedAnew() throws Exception {
        String command = COUNTS + "trap '' TERM; kill -TERM $PPID; exit 75";
        try (ScriptProcess script = ScriptProcess.shell(command, runs.toString())) {
            assertEquals(143, script.awaitExit());
            assertEquals(1, Files.readAllLines(runs).size());
        }
    }

    @Test
    void aCommandThatDoesNotExistIsReportedAs127() throws Exception {
        try (ScriptProcess script = new ScriptProcess(Map.of(), List.of("/no/such/java"))) {
            assertEquals(127, script.awaitExit());
        }
    }

    @Test
    void aScriptWithoutCommandSaysSo() throws Exception {
        try (ScriptProcess script = new ScriptProcess(Map.of(), List.of())) {
            assertEquals(RunnerExit.BAD_ENVIRONMENT.code(), script.awaitExit());
        }
    }
}
