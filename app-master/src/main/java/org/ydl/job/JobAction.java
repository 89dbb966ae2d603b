package org.ydl.job;

import org.ydl.api.ClusterSpec;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;

/** Something the job wants done. What comes of it returns as a {@link JobEvent}. */
public sealed interface JobAction {

    /** Ask the cluster for as many containers of a role as its spec says. */
    record RequestContainers(Role role, RoleSpec spec) implements JobAction {
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

    /** Start a runner for a task in its container. */
    record LaunchTask(TaskId task, int attempt, Container container) implements JobAction {
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

        void launchTask(LaunchTask action);

        void releaseContainer(ReleaseContainer action);

        void stopContainer(StopContainer action);

        void acceptRunner(AcceptRunner action);

        void refuseRegistration(RefuseRegistration action);

        void refuseRunner(RefuseRunner action);

        void publishSpec(PublishSpec action);

        void sendSpec(SendSpec action);

        void stopRunner(StopRunner action);

        void finishApplication(FinishApplication action);
    }
}
