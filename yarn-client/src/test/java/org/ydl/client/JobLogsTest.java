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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLogsTest {
    private static final JobContainers.Known WORKER_0 = new JobContainers.Known("container_2", "worker:0", "");
    private static final JobContainers KNOWN = new JobContainers(List.of(
            new JobContainers.Known("container_1", "application master", ""),
            new JobContainers.Known("container_3", "ps:0", ""),
            WORKER_0));

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void collectedLogsAreHeadedByTheirTasksAndWhatIsMissingIsNamed() {
        JobLogs logs = all(KNOWN);

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
        JobLogs logs = all(JobContainers.UNKNOWN);

        logs.copyCollected(collected(Map.of("container_2", "loss 0.5\n", "container_1", "up\n")));
        logs.copyLocal(List.of(container("container_2", "loss 0.5\n")));

        assertEquals(
                """
                === container_1
                up
                === container_2
                loss 0.5
                """,
                shown());
        assertFalse(logs.isEmpty());
        assertEquals(List.of(), logs.missing());
    }

    @Test
    void collectedLogsOfContainersThatNobodyKnowsComeLast() {
        JobLogs logs = all(new JobContainers(List.of(WORKER_0)));

        logs.copyCollected(collected(Map.of("container_1", "up\n", "container_2", "loss 0.5\n")));

        assertEquals("=== worker:0  container_2\nloss 0.5\n=== container_1\nup\n", shown());
    }

    @Test
    void reportOfACrashIsShownAndWhatANodeListsIsNot() throws IOException {
        Path container = container("container_2", "");
        Files.writeString(container.resolve("hs_err_pid4711.log"), "SIGSEGV\n");
        Files.writeString(container.resolve("directory.info"), "total 4\n");

        logs(WORKER_0).copyLocal(List.of(container));

        assertEquals("=== worker:0  container_2\n--- hs_err_pid4711.log\nSIGSEGV\n\n", shown());
    }

    @Test
    void whatIsNotCollectedYetIsTakenFromThisMachine() throws IOException {
        JobLogs logs = all(KNOWN);

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
        JobLogs logs = all(new JobContainers(List.of(WORKER_0)));

        logs.copyLocal(List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n")));

        assertEquals(
                """
                === worker:0  container_2
                --- stdout
                loss 0.5

                === container_1
                --- stdout
                up

                """,
                shown());
    }

    @Test
    void containersOfATaskThatWasMovedAreToldApart() {
        JobLogs logs = logs(
                new JobContainers.Known("container_2", "worker:0", "attempt 0"),
                new JobContainers.Known("container_4", "worker:0", "attempts 1 to 2"),
                new JobContainers.Known("container_3", "worker:0", "attempt 3"));

        logs.copyCollected(collected(Map.of("container_3", "step 900\n", "container_4", "step 500\n")));

        assertEquals(
                """
                === worker:0  container_4  (attempts 1 to 2)
                step 500
                === worker:0  container_3  (attempt 3)
                step 900
                """,
                shown());
        assertEquals(List.of("worker:0 (attempt 0)"), logs.missing());
    }

    @Test
    void onlyWhatIsAskedForIsShown() throws IOException {
        JobLogs local = logs(WORKER_0);
        local.copyLocal(List.of(container("container_2", "loss 0.5\n"), container("container_1", "up\n")));
        assertEquals("=== worker:0  container_2\n--- stdout\nloss 0.5\n\n", shown());

        out.reset();
        JobLogs collected = logs(WORKER_0);
        collected.copyCollected(collected(Map.of("container_1", "up\n", "container_2", "loss 0.5\n")));
        assertEquals("=== worker:0  container_2\nloss 0.5\n", shown());
    }

    @Test
    void nothingIsFoundWhereNothingIs() throws IOException {
        JobLogs logs = all(KNOWN);

        logs.copyCollected(collected(Map.of()));
        logs.copyLocal(List.of());

        assertTrue(logs.isEmpty());
        assertEquals("", shown());
    }

    private JobLogs all(JobContainers known) {
        return JobLogs.ofAll(known, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private JobLogs logs(JobContainers.Known... wanted) {
        return JobLogs.of(new JobContainers(List.of(wanted)), new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String shown() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static JobLogs.Collected collected(Map<String, String> texts) {
        return new JobLogs.Collected() {
            @Override
            public List<String> containers() {
                return texts.keySet().stream().sorted().toList();
            }

            @Override
            public boolean copy(String container, OutputStream to) {
                return texts.containsKey(container) && write(texts.get(container), to);
            }
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
