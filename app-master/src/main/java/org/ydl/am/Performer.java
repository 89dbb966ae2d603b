package org.ydl.am;

import java.util.Optional;
import org.ydl.api.Outcome;
import org.ydl.job.JobAction;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobAction.PublishSpec;
import org.ydl.job.JobAction.RefuseRegistration;
import org.ydl.job.JobAction.RefuseRunner;
import org.ydl.job.JobAction.ReleaseContainer;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.SendSpec;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.StopRunner;

/** Which port carries out which action. Bound to the driver's thread. */
final class Performer implements JobAction.Handler {
    private final Cluster cluster;
    private final Runners runners;
    private Optional<Outcome> told = Optional.empty();

    Performer(Cluster cluster, Runners runners) {
        this.cluster = cluster;
        this.runners = runners;
    }

    /** The outcome that everyone was told, once they were. */
    Optional<Outcome> told() {
        return told;
    }

    @Override
    public void requestContainers(RequestContainers action) {
        cluster.request(action.role(), action.spec());
    }

    @Override
    public void cancelRequests(CancelRequests action) {
        cluster.cancelRequests();
    }

    @Override
    public void launchTask(LaunchTask action) {
        cluster.launch(action.task(), action.attempt(), action.container());
    }

    @Override
    public void releaseContainer(ReleaseContainer action) {
        cluster.release(action.container());
    }

    @Override
    public void stopContainer(StopContainer action) {
        cluster.stop(action.container());
    }

    @Override
    public void acceptRunner(AcceptRunner action) {
        runners.accept(action.ticket(), action.task());
    }

    @Override
    public void refuseRegistration(RefuseRegistration action) {
        runners.refuse(action.ticket(), action.reason());
    }

    @Override
    public void refuseRunner(RefuseRunner action) {
        runners.dismiss(action.container(), action.reason());
    }

    @Override
    public void publishSpec(PublishSpec action) {
        runners.publish(action.spec());
    }

    @Override
    public void sendSpec(SendSpec action) {
        runners.send(action.container(), action.spec());
    }

    @Override
    public void stopRunner(StopRunner action) {
        runners.stop(action.container(), action.reason());
    }

    /** The cluster first: once watchers hear the outcome, it is also what YARN says. */
    @Override
    public void finishApplication(FinishApplication action) {
        cluster.finish(action.outcome());
        runners.finish(action.outcome());
        told = Optional.of(action.outcome());
    }
}
