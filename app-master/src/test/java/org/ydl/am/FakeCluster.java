package org.ydl.am;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;
import org.ydl.job.Container;
import org.ydl.job.ExitReason;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;

/** A cluster that gives whatever is asked for, at once, and ends a container when told to. */
public final class FakeCluster implements Cluster {
    private final Consumer<JobEvent> events;
    private final List<TaskId> launched = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore launches = new Semaphore(0);
    private volatile Optional<Outcome> finished = Optional.empty();
    private int containers;

    public FakeCluster(Consumer<JobEvent> events) {
        this.events = events;
    }

    @Override
    public void request(Role role, RoleSpec spec, int count, Optional<String> preferred) {
        for (int i = 0; i < count; i++) {
            events.accept(new ContainerAllocated(role, new Container("container_" + containers++, "localhost")));
        }
    }

    @Override
    public void cancelRequests() {}

    @Override
    public void exclude(SortedSet<String> hosts) {}

    @Override
    public void launch(TaskId task, int attempt, Container container, Optional<Integer> port) {
        launched.add(task);
        launches.release();
        events.accept(new ContainerStarted(container.id()));
    }

    @Override
    public void release(String container) {}

    @Override
    public void stop(Container container) {
        end(container.id());
    }

    /** The processes of a container have ended. */
    public void end(String container) {
        events.accept(new ContainerEnded(container, ExitReason.ofProcess(0, List.of())));
    }

    @Override
    public void hurry(boolean waiting) {}

    @Override
    public void finish(Outcome outcome) {
        finished = Optional.of(outcome);
    }

    /** Waits until so many tasks, beyond those waited for before, were launched. */
    public void awaitLaunches(int count) throws InterruptedException {
        if (!launches.tryAcquire(count, 10, TimeUnit.SECONDS)) {
            throw new AssertionError("launched so far: " + launched);
        }
    }

    public List<TaskId> launched() {
        return List.copyOf(launched);
    }

    public Optional<Outcome> finished() {
        return finished;
    }
}
