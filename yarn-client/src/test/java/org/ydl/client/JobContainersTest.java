package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ydl.api.TaskId;
import org.ydl.api.v1.FormerContainer;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;

class JobContainersTest {
    private static final SortedMap<Integer, String> ONE_MASTER = new TreeMap<>(Map.of(1, "container_1"));

    @Test
    void masterComesFirstAndThenTheTasksInTheirOrder() {
        JobStatus status = job(task("ps:0", 0, "container_3"), task("worker:0", 2, "container_2"));

        assertEquals(
                List.of("application master  container_1", "ps:0  container_3", "worker:0  container_2"),
                heads(JobContainers.of(status, ONE_MASTER)));
    }

    @Test
    void taskThatWasMovedHasItsContainersInOrderEachWithTheStartsItSaw() {
        JobStatus status = job(
                task("worker:0", 0, "container_2"),
                task("worker:1", 4, "container_7", former("container_3", 0, 0), former("container_5", 1, 3)));

        JobContainers containers = JobContainers.of(status, ONE_MASTER);

        assertEquals(
                List.of(
                        "worker:1  container_3  (attempt 0)",
                        "worker:1  container_5  (attempts 1 to 3)",
                        "worker:1  container_7  (attempt 4)"),
                heads(containers.of(TaskId.parse("worker:1"))));
        assertEquals(List.of("worker:0  container_2"), heads(containers.of(TaskId.parse("worker:0"))));
    }

    @Test
    void taskThatWaitsForAnotherContainerHasThoseItLeft() {
        JobStatus status = job(task("worker:0", 1, "", former("container_2", 0, 0)));

        assertEquals(
                List.of("worker:0  container_2  (attempt 0)"),
                heads(JobContainers.of(status, new TreeMap<>()).of(TaskId.parse("worker:0"))));
    }

    @Test
    void mastersAreToldApart() {
        JobContainers containers = JobContainers.of(job(), new TreeMap<>(Map.of(2, "container_4", 1, "container_1")));

        assertEquals(
                List.of("application master  container_1  (attempt 1)", "application master  container_4  (attempt 2)"),
                heads(containers));
    }

    private static List<String> heads(JobContainers containers) {
        return containers.all().stream().map(JobContainers.Known::head).toList();
    }

    private static JobStatus job(TaskStatus... tasks) {
        return JobStatus.newBuilder().addAllTasks(List.of(tasks)).build();
    }

    private static TaskStatus task(String task, int attempt, String container, FormerContainer... former) {
        return TaskStatus.newBuilder()
                .setTask(TaskId.parse(task).toMessage())
                .setAttempt(attempt)
                .setContainerId(container)
                .addAllFormerContainers(List.of(former))
                .build();
    }

    private static FormerContainer former(String container, int first, int last) {
        return FormerContainer.newBuilder()
                .setContainerId(container)
                .setFirstAttempt(first)
                .setLastAttempt(last)
                .build();
    }
}
