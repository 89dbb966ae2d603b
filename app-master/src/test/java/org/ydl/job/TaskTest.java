package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ydl.api.HostPort;

class TaskTest {
    private static final Task WAITING = Task.waiting(JobFixture.WORKER_0, JobFixture.START);

    private static final HostPort ADDRESS = new HostPort("node1", 2000);
    private static final HostPort CONTROL = new HostPort("node1", 3000);

    @Test
    void containersThatATaskHasLeftAreKnownWithTheStartsTheySaw() {
        Task task = in("first", WAITING).rerun(JobFixture.START).replaced(JobFixture.START);
        task = in("second", task)
                .registered(ADDRESS, CONTROL, JobFixture.START)
                .reformed(JobFixture.START)
                .givenBack(JobFixture.START);
        task = in("third", task);

        assertEquals(
                List.of(new FormerContainer(container("first"), 0, 1), new FormerContainer(container("second"), 2, 2)),
                task.left());
        assertEquals(3, task.attempt());
    }

    @Test
    void containerInWhichNothingRanIsForgotten() {
        assertEquals(List.of(), in("first", WAITING).givenBack(JobFixture.START).left());
    }

    @Test
    void newestOfManyContainersAreKept() {
        Task task = WAITING;

        for (int i = 0; i < Task.MOST_LEFT + 2; i++) {
            task = in("container_" + i, task).replaced(JobFixture.START);
        }

        assertEquals(Task.MOST_LEFT, task.left().size());
        assertEquals(
                new FormerContainer(container("container_2"), 2, 2), task.left().get(0));
    }

    private static Task in(String container, Task task) {
        return task.allocated(container(container), JobFixture.START);
    }

    private static Container container(String id) {
        return new Container(id, "node1");
    }
}
