package org.ydl.job;

import java.time.Instant;
import java.util.List;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.Role;

/** A fact reported to the job. Time arrives only as {@link Ticked}. */
public sealed interface JobEvent {

    /** The cluster gave a container for a task of this role. */
    record ContainerAllocated(Role role, Container container) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.containerAllocated(this);
        }
    }

    /** A node has started the processes of a container. */
    record ContainerStarted(String container) implements JobEvent {
        @Override
        public boolean isRoutine() {
            return true;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.containerStarted(this);
        }
    }

    /**
     * These containers of a former application master live. Told once after a recovery, and again for those of nodes that
     * come back late; what does not live is reported as ended, or never again.
     */
    record ContainersSurvived(List<Container> containers) implements JobEvent {
        public ContainersSurvived {
            containers = List.copyOf(containers);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.containersSurvived(this);
        }
    }

    /** How many nodes the cluster has now. */
    record NodesCounted(int nodes) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.nodesCounted(this);
        }
    }

    /** A container has ended, or could not be started. May be reported more than once. */
    record ContainerEnded(String container, ExitReason reason) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.containerEnded(this);
        }
    }

    /**
     * A runner announced itself and the address it holds.
     *
     * @param ticket names the question, for {@link JobAction.AcceptRunner} or {@link JobAction.RefuseRegistration}
     * @param control where another application master reaches it, should this one be lost
     */
    record RunnerRegistered(long ticket, RunnerId runner, HostPort address, HostPort control) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.runnerRegistered(this);
        }
    }

    /** A runner has opened its stream, for the first time or again. */
    record RunnerAttached(RunnerId runner) implements JobEvent {
        @Override
        public boolean isRoutine() {
            return true;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.runnerAttached(this);
        }
    }

    /** A runner said what it is doing. */
    record RunnerHeard(RunnerId runner, String doing) implements JobEvent {
        @Override
        public boolean isRoutine() {
            return true;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.runnerHeard(this);
        }
    }

    /** The user's process of a task has ended, or its runner could not start it. May be reported more than once. */
    record TaskExited(RunnerId runner, ExitReason reason) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.taskExited(this);
        }
    }

    /** A client that runs the job beside itself began to watch it. Several streams of one client may overlap. */
    record ClientAttached() implements JobEvent {
        @Override
        public boolean isRoutine() {
            return true;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.clientAttached(this);
        }
    }

    /** A client that runs the job beside itself is no longer connected. */
    record ClientLeft() implements JobEvent {
        @Override
        public boolean isRoutine() {
            return true;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.clientLeft(this);
        }
    }

    /** The program that a client ran beside itself has ended. */
    record ClientFinished(Outcome outcome) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.clientFinished(this);
        }
    }

    /** The job cannot run here as it was submitted: what is missing, and what to try, is the message. */
    record PreparationFailed(String message) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.preparationFailed(this);
        }
    }

    /** Someone wants the job to end. */
    record KillRequested(String reason) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.killRequested(this);
        }
    }

    /** The cluster can no longer be used: what it said is the message. */
    record ClusterFailed(String message) implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.clusterFailed(this);
        }
    }

    /** The cluster told this application attempt to go away: another one has taken over, or the application is over. */
    record MasterDismissed() implements JobEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.masterDismissed(this);
        }
    }

    /** Time has passed. */
    record Ticked(Instant now) implements JobEvent {
        @Override
        public boolean isRoutine() {
            return true;
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.ticked(this);
        }
    }

    <R> R accept(Handler<R> handler);

    /**
     * Whether it only tells that all goes on: unless something is to be done upon it, the next application master needs to
     * know nothing of it.
     */
    default boolean isRoutine() {
        return false;
    }

    /** No defaults: a method added here must be answered by every handler. */
    interface Handler<R> {
        R containerAllocated(ContainerAllocated event);

        R containerStarted(ContainerStarted event);

        R containersSurvived(ContainersSurvived event);

        R nodesCounted(NodesCounted event);

        R containerEnded(ContainerEnded event);

        R runnerRegistered(RunnerRegistered event);

        R runnerAttached(RunnerAttached event);

        R runnerHeard(RunnerHeard event);

        R taskExited(TaskExited event);

        R clientAttached(ClientAttached event);

        R clientLeft(ClientLeft event);

        R clientFinished(ClientFinished event);

        R preparationFailed(PreparationFailed event);

        R killRequested(KillRequested event);

        R clusterFailed(ClusterFailed event);

        R masterDismissed(MasterDismissed event);

        R ticked(Ticked event);
    }
}
