package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs that are no Python script: a program in C, a jar, a command of the shell. */
@ExtendWith(OneCluster.class)
class LanguagesIT {
    private final Installation ydl;

    LanguagesIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void programInCRunsASessionOnTheCluster() {
        assertAddsOnTheLastWorker(built("c/build.sh", "plus"));
    }

    @Test
    void jarRunsASessionOnTheCluster() {
        assertAddsOnTheLastWorker(built("java/build.sh", "plus.jar"));
    }

    @Test
    void commandOfTheShellIsToldItsPlace() {
        Command run = ydl.ydl(
                "-numberworkers",
                "2",
                "--logs",
                "all",
                "--",
                "bash",
                "-c",
                "echo \"$YDL_ROLE $1 of $YDL_NUM_WORKERS: $((6 * 7)) ${YDL_TARGET:+with a server}\"",
                "name",
                "{task_index}");

        assertEquals(0, run.exitCode(), run::toString);
        for (int worker : List.of(0, 1)) {
            String line = "[worker:" + worker + "] worker " + worker + " of 2: 42 with a server";
            assertTrue(run.out().contains(line), () -> line + " is missing in " + run);
        }
    }

    private void assertAddsOnTheLastWorker(Path program) {
        Command run = ydl.ydl("-job", program.toString(), "-numberworkers", "2", "--logs", "all");

        assertEquals(0, run.exitCode(), run::toString);
        for (int worker : List.of(0, 1)) {
            String line = "\\[worker:" + worker + "] 42 from /job:worker/task:1 with TensorFlow \\d.*";
            assertTrue(run.out().stream().anyMatch(out -> out.matches(line)), run::toString);
        }
    }

    private Path built(String script, String name) {
        Path program = ydl.scratch().resolve(name);
        Command build = ydl.run("bash", ydl.sample(script), program.toString());
        assertEquals(0, build.exitCode(), build::toString);
        return program;
    }
}
