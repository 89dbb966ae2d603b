package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsCommandTest {
    private static final Map<String, String> TASKS = Map.of("container_2", "worker:0");

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void logsOnThisMachineAreHeadedByTheirTasks() throws IOException {
        List<Path> containers = List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n"));

        assertTrue(LogsCommand.copyLocal(containers, Optional.empty(), TASKS, new PrintStream(out, true)));

        assertEquals(
                """
                === container_1
                --- stdout
                up

                === worker:0  container_2
                --- stdout
                loss 0.5

                """,
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void onlyTheContainerAskedForIsShown() throws IOException {
        List<Path> containers = List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n"));

        LogsCommand.copyLocal(containers, Optional.of("container_1"), TASKS, new PrintStream(out, true));

        assertEquals("=== container_1\n--- stdout\nup\n\n", out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void nothingIsFoundWhereNothingIs() throws IOException {
        assertFalse(LogsCommand.copyLocal(List.of(), Optional.empty(), TASKS, new PrintStream(out, true)));
    }

    private Path container(String name, String text) throws IOException {
        Path container = Files.createDirectory(directory.resolve(name));
        Files.writeString(container.resolve("stdout"), text);
        Files.createFile(container.resolve("stderr"));
        return container;
    }
}
