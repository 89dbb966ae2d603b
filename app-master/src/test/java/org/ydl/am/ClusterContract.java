package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;
import org.ydl.job.Container;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;

/** What every {@link Cluster} does, whichever it is. What is launched in it must run until it is stopped. */
public abstract class ClusterContract {
    private static final TaskId WORKER_0 = new TaskId(Role.WORKER, 0);
    private static final RoleSpec ONE = RoleSpec.bridged(1, 128, 1, true);
    private static final RoleSpec TWO = RoleSpec.bridged(2, 128, 1, true);
    private static final Outcome SUCCESS = new Outcome(ExitCode.SUCCEEDED, "all 2 workers succeeded");
    private static final int LIMIT_SECONDS = 60;

    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final List<JobEvent> seen = new ArrayList<>();
    private Cluster cluster;
    private boolean finished;

    /** A cluster that nothing was asked of yet and that reports here. */
    protected abstract Cluster join(Consumer<JobEvent> reports) throws Exception;

    /** The outcome as the cluster tells others. */
    protected abstract Optional<Outcome> told() throws Exception;

    @BeforeEach
    void joinCluster() throws Exception {
        cluster = join(events::add);
        cluster.hurry(true);
    }

    @AfterEach
    void leaveCluster() {
        if (!finished) {
            cluster.finish(new Outcome(ExitCode.KILLED, "the test is over"));
        }
    }

    @Test
    void asManyContainersComeAsWereAskedForEachOfItsRole() throws Exception {
        cluster.request(Role.PS, ONE, ONE.count(), Optional.empty());
        cluster.request(Role.WORKER, TWO, TWO.count(), Optional.empty());

        List<Container> given = List.of(given(Role.PS), given(Role.WORKER), given(Role.WORKER));

        assertEquals(3, new HashSet<>(given).size(), given::toString);
    }

    @Test
    void nodeMayBeWishedForAndEveryWishIsAnswered() throws Exception {
        cluster.request(Role.WORKER, ONE, 1, Optional.empty());
        Container first = given(Role.WORKER);

        cluster.request(Role.WORKER, ONE, 1, Optional.of(first.host()));
        cluster.request(Role.WORKER, ONE, 1, Optional.empty());

        assertEquals(3, Set.of(first, given(Role.WORKER), given(Role.WORKER)).size());
    }

    @Test
    void nodeThatIsNoLongerExcludedGivesContainers() throws Exception {
        cluster.request(Role.WORKER, ONE, 1, Optional.empty());
        Container first = given(Role.WORKER);

        cluster.exclude(new TreeSet<>(Set.of(first.host())));
        cluster.exclude(new TreeSet<>());
        cluster.request(Role.WORKER, ONE, 1, Optional.empty());

        given(Role.WORKER);
    }

    @Test
    void launchedContainerIsReportedStarted() throws Exception {
        cluster.request(Role.WORKER, ONE, ONE.count(), Optional.empty());
        Container container = given(Role.WORKER);

        cluster.launch(WORKER_0, 0, container, Optional.empty());

        await(ContainerStarted.class, started -> started.container().equals(container.id()));
    }

    @Test
    void stoppedContainerIsReportedEnded() throws Exception {
        Container container = running();

        cluster.stop(container);

        ended(container);
    }

    @Test
    void containerThatIsStoppedTwiceHarmsNothing() throws Exception {
        Container container = running();

        cluster.stop(container);
        ended(container);
        cluster.stop(container);

        running();
    }

    @Test
    void containerThatIsStoppedRightAfterItsLaunchEnds() throws Exception {
        cluster.request(Role.WORKER, ONE, ONE.count(), Optional.empty());
        Container container = given(Role.WORKER);

        cluster.launch(WORKER_0, 0, container, Optional.empty());
        cluster.stop(container);

        ended(container);
    }

    @Test
    void releasedContainerMakesRoomForAnother() throws Exception {
        cluster.request(Role.WORKER, ONE, ONE.count(), Optional.empty());
        Container released = given(Role.WORKER);

        cluster.release(released.id());
        cluster.request(Role.WORKER, ONE, ONE.count(), Optional.empty());

        assertNotEquals(released.id(), given(Role.WORKER).id());
    }

    @Test
    void whatIsAskedForAfterACancellationComes() throws Exception {
        cluster.request(Role.PS, TWO, TWO.count(), Optional.empty());

        cluster.cancelRequests();
        cluster.request(Role.WORKER, ONE, ONE.count(), Optional.empty());

        given(Role.WORKER);
    }

    @Test
    void finishTellsTheOutcomeAndReturnsThoughContainersRun() throws Exception {
        running();

        cluster.finish(SUCCESS);
        finished = true;

        assertEquals(Optional.of(SUCCESS), told());
    }

    /** A container in which a task runs. */
    private Container running() throws InterruptedException {
        cluster.request(Role.WORKER, ONE, ONE.count(), Optional.empty());
        Container container = given(Role.WORKER);
        cluster.launch(WORKER_0, 0, container, Optional.empty());
        await(ContainerStarted.class, started -> started.container().equals(container.id()));
        return container;
    }

    private Container given(Role role) throws InterruptedException {
        return await(ContainerAllocated.class, given -> given.role() == role).container();
    }

    private void ended(Container container) throws InterruptedException {
        await(ContainerEnded.class, ended -> ended.container().equals(container.id()));
    }

    private <E extends JobEvent> E await(Class<E> kind, Predicate<E> which) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (true) {
            JobEvent event = events.poll(limit - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (event == null) {
                throw new AssertionError(
                        "no such " + kind.getSimpleName() + " within " + LIMIT_SECONDS + " s: " + seen);
            }
            seen.add(event);
            if (kind.isInstance(event) && which.test(kind.cast(event))) {
                return kind.cast(event);
            }
        }
    }
}
