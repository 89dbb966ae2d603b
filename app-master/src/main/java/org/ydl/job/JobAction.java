package org.ydl.job;

import java.util.Optional;
import java.util.SortedSet;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;

/** Something the job wants done. What comes of it returns as a {@link JobEvent}. */
public sealed interface JobAction {

    /**
     * Ask the cluster for containers of a role.
     *
     * @param preferred the node to try first, if any
     */
    record RequestContainers(Role role, RoleSpec spec, int count, Optional<String> preferred) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.requestContainers(this);
        }
    }

    /** Take back every request that is still open. */
    record CancelRequests() implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.cancelRequests(this);
        }
    }

    /** From now on take no container on these nodes, and on all others again. */
    record ExcludeNodes(SortedSet<String> hosts) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.excludeNodes(this);
        }
    }

    /**
     * Start a runner for a task in its container.
     *
     * @param port the one its predecessor had on the same node, to be tried first
     */
    record LaunchTask(TaskId task, int attempt, Container container, Optional<Integer> port) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.launchTask(this);
        }
    }

    /** Give back a container that nothing was started in. */
    record ReleaseContainer(String container) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.releaseContainer(this);
        }
    }

    /** End a container whatever runs in it. */
    record StopContainer(Container container) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.stopContainer(this);
        }
    }

    /** Answer a registration: tell the runner what its task is to run. */
    record AcceptRunner(long ticket, TaskId task) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.acceptRunner(this);
        }
    }

    /** Answer a registration with no. */
    record RefuseRegistration(long ticket, String reason) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.refuseRegistration(this);
        }
    }

    /** Close the stream of a runner that no longer belongs to the job. */
    record RefuseRunner(String container, String reason) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.refuseRunner(this);
        }
    }

    /** Send the sealed spec to all attached runners and everyone who watches. */
    record PublishSpec(ClusterSpec spec) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.publishSpec(this);
        }
    }

    /** Send the sealed spec to one runner that attached late. */
    record SendSpec(String container, ClusterSpec spec) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.sendSpec(this);
        }
    }

    /** Tell a runner of a former application master where this one is. It registers here then. */
    record AdoptRunner(String container, HostPort control) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.adoptRunner(this);
        }
    }

    /** Ask a runner to end its user's process and to start anew in its container, for the next generation. */
    record ReformRunner(String container, int generation, String reason) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.reformRunner(this);
        }
    }

    /** Ask a runner to run the user's process, which has ended, once more. */
    record RerunTask(String container, int attempt) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.rerunTask(this);
        }
    }

    /** Tell everyone who watches what happened to the job. */
    record TellWatchers(String notice) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.tellWatchers(this);
        }
    }

    /** Ask a runner to end its user's process and itself. */
    record StopRunner(String container, String reason) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.stopRunner(this);
        }
    }

    /** Tell everyone how the job ended and leave the cluster for good. */
    record FinishApplication(Outcome outcome) implements JobAction {
        @Override
        public void accept(Handler handler) {
            handler.finishApplication(this);
        }
    }

    void accept(Handler handler);

    /** No defaults: a method added here must be answered by every handler. */
    interface Handler {
        void requestContainers(RequestContainers action);

        void cancelRequests(CancelRequests action);

        void excludeNodes(ExcludeNodes action);

        void launchTask(LaunchTask action);

        void releaseContainer(ReleaseContainer action);

        void stopContainer(StopContainer action);

        void acceptRunner(AcceptRunner action);

        void refuseRegistration(RefuseRegistration action);

        void refuseRunner(RefuseRunner action);

        void publishSpec(PublishSpec action);

        void sendSpec(SendSpec action);

        void adoptRunner(AdoptRunner action);

        void reformRunner(ReformRunner action);

        void rerunTask(RerunTask action);

        void tellWatchers(TellWatchers action);

        void stopRunner(StopRunner action);

        void finishApplication(FinishApplication action);
    }
}
