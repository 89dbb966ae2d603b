package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.Decider;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Program;
import org.ydl.api.RestartPolicy;
import org.ydl.api.RestartPolicy.When;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskId;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.RunnerRegistered;

/** Jobs in the states that tests begin with, and the events that lead there. */
public final class JobFixture {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    public static final String APP = "application_1_0001";
    public static final TaskId CHIEF_0 = new TaskId(Role.CHIEF, 0);
    public static final TaskId EVALUATOR_0 = new TaskId(Role.EVALUATOR, 0);
    public static final TaskId PS_0 = new TaskId(Role.PS, 0);
    public static final TaskId WORKER_0 = new TaskId(Role.WORKER, 0);
    public static final TaskId WORKER_1 = new TaskId(Role.WORKER, 1);

    private JobFixture() {}

    /** Two workers and one ps. */
    public static JobSpec spec() {
        return spec(
                Decider.TRAINERS,
                Map.of(Role.WORKER, RoleSpec.bridged(2, 1024, 1, true), Role.PS, RoleSpec.bridged(1, 512, 1, false)));
    }

    /** Two workers and one ps that only serve, for whoever decides. */
    public static JobSpec serving(Decider decider) {
        return spec(
                decider,
                Map.of(Role.WORKER, RoleSpec.bridged(2, 1024, 1, false), Role.PS, RoleSpec.bridged(1, 512, 1, false)));
    }

    public static JobSpec spec(Decider decider, Map<Role, RoleSpec> roles) {
        return new JobSpec(
                "plus.py",
                new TreeMap<>(roles),
                Program.of(List.of("python3", "plus.py"), "python3"),
                decider,
                false,
                RestartPolicy.DEFAULT,
                limits(Duration.ofHours(1)));
    }

    /** Two workers and one ps, with another restart policy. */
    static JobSpec restarting(When when, int most) {
        JobSpec spec = spec();
        return new JobSpec(
                spec.name(),
                spec.roles(),
                spec.program(),
                spec.decider(),
                spec.sparse(),
                new RestartPolicy(when, most, Duration.ofHours(1)),
                spec.limits());
    }

    /** A role whose tasks run the program. */
    static RoleSpec running(int count, ServerOwner server) {
        return new RoleSpec(count, new RoleSpec.Size(512, 1, 0), Optional.empty(), true, server);
    }

    /** The default ones, and one for the whole job. */
    private static Limits limits(Duration job) {
        Limits limits = Limits.DEFAULT;
        return new Limits(
                limits.allocation(),
                limits.hold(),
                limits.registration(),
                limits.heartbeat(),
                limits.stopGrace(),
                limits.masterLost(),
                limits.adoption(),
                limits.evaluation(),
                limits.chiefDone(),
                limits.clientLost(),
                Optional.of(job));
    }

    public static Job gathering() {
        return gathering(spec());
    }

    static Job gathering(JobSpec spec) {
        return JobMachine.begin(APP, 1, spec, START).next();
    }

    /** Every task has its container. */
    static Job allocated() {
        return allocated(spec());
    }

    static Job allocated(JobSpec spec) {
        Job job = gathering(spec);
        for (TaskId task : spec.tasks()) {
            job = JobMachine.step(job, new ContainerAllocated(task.role(), container(task)))
                    .next();
        }
        return job;
    }

    /** The spec is sealed. */
    public static Job running() {
        return running(spec());
    }

    static Job running(JobSpec spec) {
        Job job = allocated(spec);
        for (TaskId task : spec.tasks()) {
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

    public static Container container(TaskId task) {
        return new Container("container_" + task, "node-of-" + task.role().label());
    }

    public static RunnerId runner(TaskId task) {
        return new RunnerId(container(task).id(), task, 0, 0);
    }

    static HostPort address(TaskId task) {
        return new HostPort(container(task).host(), 20_000 + 10 * task.role().ordinal() + task.index());
    }

    static HostPort control(TaskId task) {
        return new HostPort(container(task).host(), 30_000 + 10 * task.role().ordinal() + task.index());
    }

    static RunnerRegistered registered(TaskId task) {
        return new RunnerRegistered(7, runner(task), address(task), control(task));
    }
}
