package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ydl.localcluster.python.PythonRuntime;

/** A short run of the chaos; {@code integration-tests/chaos.py} alone runs longer ones. */
class ChaosIT {
    private static final int MINUTES = Integer.getInteger("ydl.chaos.minutes", 3);
    /** For the cluster to start and stop, and for the last job to end. */
    private static final Duration MARGIN = Duration.ofMinutes(8);

    @Test
    void jobsUnderRandomKillsEndAsIfNothingHadHappenedAndLeaveNothingBehind() throws Exception {
        Path python = PythonRuntime.standardParent();
        PythonRuntime.in(python, System.getenv()).ensure(System.err::println);
        List<String> words = List.of(
                "python3",
                Path.of("chaos.py").toAbsolutePath().toString(),
                "--minutes",
                Integer.toString(MINUTES),
                "--distribution",
                Path.of(System.getProperty("ydl.distribution")).normalize().toString(),
                "--python",
                python.toString());

        try (Command chaos = new Command(words, Path.of("."), Map.of())) {
            assertEquals(0, chaos.exitCode(Duration.ofMinutes(MINUTES).plus(MARGIN)), chaos::toString);
            assertTrue(
                    chaos.text()
                            .contains("0 hangs, 0 wrong statuses; left behind: "
                                    + "0 processes, 0 ports, 0 containers, 0 staging directories"),
                    chaos::toString);
        }
    }
}
