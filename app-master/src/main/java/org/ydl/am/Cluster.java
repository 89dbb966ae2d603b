package org.ydl.am;

import java.util.Optional;
import java.util.SortedSet;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;
import org.ydl.job.Container;

/**
 * Where containers come from.
 *
 * <p>Called by the driver's thread alone. No call waits for the cluster, but for {@link #finish}: results arrive as
 * events, {@code ContainerAllocated}, {@code ContainerStarted} and {@code ContainerEnded}, from any thread, the last
 * possibly more than once. {@code ContainersSurvived} and {@code NodesCounted} come unasked.
 */
public interface Cluster {
    /**
     * Asks for containers. More may come than were asked for.
     *
     * @param preferred the node to try first; others are taken too
     */
    void request(Role role, RoleSpec spec, int count, Optional<String> preferred);

    /** Takes no container on these nodes from now on, and on all others again. */
    void exclude(SortedSet<String> hosts);

    /** Takes back all requests that are still open. Containers already on their way may come nevertheless. */
    void cancelRequests();

    /**
     * Starts a task's runner. A container that cannot be started is reported as ended.
     *
     * @param port the one to try first
     */
    void launch(TaskId task, int attempt, Container container, Optional<Integer> port);

    /** Gives back a container that nothing was started in. */
    void release(String container);

    /** Ends a container and whatever runs in it. */
    void stop(Container container);

    /** Whether the job waits for containers now: report faster while it does. */
    void hurry(boolean waiting);

    /** Tells the cluster how the application ended and leaves it. Waits, within bounds, until it has taken note. */
    void finish(Outcome outcome);
}
