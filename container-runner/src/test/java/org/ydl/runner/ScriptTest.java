package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.RunnerExit;

/** {@code ydl-run.sh}: whatever happens to the command or the script, no process of the command stays. */
@Timeout(60)
class ScriptTest {
    private static final String HIDDEN = Processes.STARTS_HIDDEN;

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
