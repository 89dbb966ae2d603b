package org.ydl.am;

import java.util.List;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.job.Job;

/**
 * The way to the job's runners and to all who watch it.
 *
 * <p>Called by the driver's thread alone; no call waits for the other side, but for {@link #finish}. What runners say
 * arrives as events, from any thread.
 */
public interface Runners {
    /** Answers the registration of this ticket with what the task is to do. */
    void accept(long ticket, TaskId task);

    /** Answers the registration of this ticket with no. */
    void refuse(long ticket, String reason);

    /** Closes the stream of a runner that no longer belongs to the job. */
    void dismiss(String container, String reason);

    /** Sends the spec to every watcher, and to the runners of these containers that are attached. */
    void publish(ClusterSpec spec, List<String> containers);

    /** Sends the spec to one runner. Runners ignore a generation they already have. */
    void send(String container, ClusterSpec spec);

    /** Tells a runner of a former application master to come here; goes on trying until it has come, or for a while. */
    void adopt(String container, HostPort control);

    /** Asks a runner to start anew for a generation. Nothing happens if it is not attached. */
    void reform(String container, int generation, String reason);

    /** Asks a runner to run its process once more. Nothing happens if it is not attached. */
    void rerun(String container, int attempt);

    /** Tells all watchers what happened to the job. */
    void notice(String text);

    /** Asks a runner to end. Nothing happens if it is not attached. */
    void stop(String container, String reason);

    /** The job has changed: this is how it is now. */
    void show(Job job);

    /** Tells all watchers the outcome and stops serving, once they have heard it or a short time has passed. */
    void finish(Outcome outcome);
}
