package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLogsTest {
    private static final Map<String, String> NAMES =
            Map.of("container_1", "application master", "container_2", "worker:0", "container_3", "ps:0");

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void collectedLogsAreHeadedByTheirTasksAndWhatIsMissingIsNamed() {
        JobLogs logs = logs(NAMES, Optional.empty());

        logs.copyCollected(collected(Map.of("container_1", "up\n", "container_2", "loss 0.5\n")));

        assertEquals(
                """
                === application master  container_1
                up
                === worker:0  container_2
                loss 0.5
                """,
                shown());
        assertFalse(logs.isEmpty());
        assertEquals(List.of("ps:0"), logs.missing());
    }

    @Test
    void allThatIsCollectedIsShownWhereNoTaskIsKnown() throws IOException {
        JobLogs logs = logs(Map.of(), Optional.empty());

        logs.copyCollected((container, to) -> write(container.orElse("all of it\n"), to));
        logs.copyLocal(List.of(container("container_2", "loss 0.5\n")));

        assertEquals("all of it\n", shown());
        assertFalse(logs.isEmpty());
        assertEquals(List.of(), logs.missing());
    }

    @Test
    void whatIsNotCollectedYetIsTakenFromThisMachine() throws IOException {
        JobLogs logs = logs(NAMES, Optional.empty());

        logs.copyCollected(collected(Map.of("container_1", "up\n", "container_3", "served\n")));
        logs.copyLocal(List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n")));

        assertEquals(
                """
                === application master  container_1
                up
                === ps:0  container_3
                served
                === worker:0  container_2
                --- stdout
                loss 0.5

                """,
                shown());
        assertEquals(List.of(), logs.missing());
    }

    @Test
    void logsOnThisMachineAreHeadedByTheirTasks() throws IOException {
        JobLogs logs = logs(Map.of("container_2", "worker:0"), Optional.empty());

        logs.copyLocal(List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n")));

        assertEquals(
                """
                === container_1
                --- stdout
                up

                === worker:0  container_2
                --- stdout
                loss 0.5

                """,
                shown());
    }

    @Test
    void onlyTheContainerAskedForIsShown() throws IOException {
        JobLogs local = logs(NAMES, Optional.of("container_2"));
        local.copyLocal(List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n")));
        assertEquals("=== worker:0  container_2\n--- stdout\nloss 0.5\n\n", shown());

        out.reset();
        JobLogs collected = logs(NAMES, Optional.of("container_2"));
        collected.copyCollected(collected(Map.of("container_1", "up\n", "container_2", "loss 0.5\n")));
        assertEquals("=== worker:0  container_2\nloss 0.5\n", shown());
    }

    @Test
    void nothingIsFoundWhereNothingIs() throws IOException {
        JobLogs logs = logs(NAMES, Optional.empty());

        logs.copyCollected(collected(Map.of()));
        logs.copyLocal(List.of());

        assertTrue(logs.isEmpty());
        assertEquals("", shown());
    }

    private JobLogs logs(Map<String, String> names, Optional<String> only) {
        return new JobLogs(names, only, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static JobLogs.Collected collected(Map<String, String> texts) {
        return (container, to) -> {
            Optional<String> text = Optional.ofNullable(texts.get(container.orElseThrow()));
            return text.isPresent() && write(text.get(), to);
        };
    }

    private static boolean write(String text, OutputStream to) {
        try {
            to.write(text.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path container(String name, String text) throws IOException {
        Path container = Files.createDirectory(directory.resolve(name));
        Files.writeString(container.resolve("stdout"), text);
        Files.createFile(container.resolve("stderr"));
        return container;
    }
}
