package org.ydl.client;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.ydl.api.TaskId;
import org.ydl.api.v1.FormerContainer;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;

/** The containers that a job has had, as far as they are known: those of each task together, the oldest first. */
public record JobContainers(List<Known> all) {
    /** Those of a job whose tasks are not known. */
    public static final JobContainers UNKNOWN = new JobContainers(List.of());

    private static final String MASTER = "application master";

    /**
     * One container.
     *
     * @param whose the task that had it, or the application master
     * @param attempts which starts of its task it saw, in words; empty if the task has had no other
     */
    public record Known(String id, String whose, String attempts) {
        String name() {
            return whose + (attempts.isEmpty() ? "" : " (" + attempts + ")");
        }

        String head() {
            return whose + "  " + id + (attempts.isEmpty() ? "" : "  (" + attempts + ")");
        }
    }

    public JobContainers {
        all = List.copyOf(all);
    }

    /** @param masters those of the application master, by the application attempt */
    public static JobContainers of(JobStatus status, SortedMap<Integer, String> masters) {
        List<Known> all = new ArrayList<>();
        masters.forEach(
                (attempt, id) -> all.add(new Known(id, MASTER, masters.size() == 1 ? "" : "attempt " + attempt)));
        status.getTasksList().forEach(task -> all.addAll(of(task)));
        return new JobContainers(all);
    }

    private static List<Known> of(TaskStatus task) {
        String whose = TaskId.from(task.getTask()).toString();
        List<Known> all = new ArrayList<>();
        int next = 0;
        for (FormerContainer former : task.getFormerContainersList()) {
            all.add(new Known(
                    former.getContainerId(), whose, attempts(former.getFirstAttempt(), former.getLastAttempt())));
            next = former.getLastAttempt() + 1;
        }
        if (!task.getContainerId().isEmpty()) {
            all.add(new Known(task.getContainerId(), whose, all.isEmpty() ? "" : attempts(next, task.getAttempt())));
        }
        return all;
    }

    private static String attempts(int first, int last) {
        return first == last ? "attempt " + first : "attempts " + first + " to " + last;
    }

    /** Those of one task. */
    public JobContainers of(TaskId task) {
        return new JobContainers(all.stream()
                .filter(known -> known.whose().equals(task.toString()))
                .toList());
    }
}
