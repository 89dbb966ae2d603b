package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.RunnerRegistered;

/** Jobs in the states that tests begin with, and the events that lead there. */
public final class JobFixture {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    public static final String APP = "application_1_0001";
    public static final TaskId PS_0 = new TaskId(Role.PS, 0);
    public static final TaskId WORKER_0 = new TaskId(Role.WORKER, 0);
    public static final TaskId WORKER_1 = new TaskId(Role.WORKER, 1);

    private JobFixture() {}

    /** Two workers and one ps. */
    public static JobSpec spec() {
        return new JobSpec(
                "plus.py",
                new TreeMap<>(Map.of(Role.WORKER, new RoleSpec(2, 1024, 1), Role.PS, new RoleSpec(1, 512, 1))),
                List.of("python3", "plus.py"),
                Map.of(),
                "python3",
                Optional.empty(),
                Limits.DEFAULT.withJob(Duration.ofHours(1)));
    }

    public static Job gathering() {
        return JobMachine.begin(APP, 1, spec(), START).next();
    }

    /** Every task has its container. */
    static Job allocated() {
        Job job = gathering();
        for (TaskId task : spec().tasks()) {
            job = JobMachine.step(job, new ContainerAllocated(task.role(), container(task)))
                    .next();
        }
        return job;
    }

    /** The spec is sealed. */
    public static Job running() {
        Job job = allocated();
        for (TaskId task : spec().tasks()) {
            job = JobMachine.step(job, registered(task)).next();
        }
        return job;
    }

    static Job after(Job job, JobEvent... events) {
        for (JobEvent event : events) {
            job = JobMachine.step(job, event).next();
        }
        return job;
    }

    static Container container(TaskId task) {
        return new Container("container_" + task, "node-of-" + task.role().label());
    }

    static RunnerId runner(TaskId task) {
        return new RunnerId(container(task).id(), task, 0, 0);
    }

    static HostPort address(TaskId task) {
        return new HostPort(container(task).host(), 20_000 + 10 * task.role().ordinal() + task.index());
    }

    static RunnerRegistered registered(TaskId task) {
        return new RunnerRegistered(7, runner(task), address(task));
    }
}
