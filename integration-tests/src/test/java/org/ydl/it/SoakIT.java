package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ydl.localcluster.python.PythonRuntime;

/** A short run of the soak; {@code integration-tests/soak.py} alone runs longer ones. */
class SoakIT {
    private static final int JOBS = Integer.getInteger("ydl.soak.jobs", 3);

    @Test
    void smallJobsInARowSucceedAndLeaveNothingBehind() throws Exception {
        Path python = PythonRuntime.standardParent();
        PythonRuntime.in(python, System.getenv()).ensure(System.err::println);
        List<String> words = List.of(
                "python3",
                Path.of("soak.py").toAbsolutePath().toString(),
                "--jobs",
                Integer.toString(JOBS),
                "--distribution",
                Path.of(System.getProperty("ydl.distribution")).normalize().toString(),
                "--python",
                python.toString());

        try (Command soak = new Command(words, Path.of("."), Map.of())) {
            for (int job = 1; job <= JOBS; job++) {
                String done = "job " + job + " of " + JOBS + ":";
                soak.awaitLine(line -> line.startsWith(done));
            }
            assertEquals(0, soak.exitCode(), soak::toString);
            assertTrue(
                    soak.text()
                            .contains(
                                    JOBS + " jobs, " + JOBS
                                            + " succeeded; left behind: 0 processes, 0 ports, 0 containers, 0 staging directories"),
                    soak::toString);
        }
    }
}
