package org.ydl.am;

import static java.util.function.Predicate.not;

import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.api.Outcome;
import org.ydl.job.Container;
import org.ydl.job.Job;
import org.ydl.job.JobAction;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.AdoptRunner;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.ExcludeNodes;
import org.ydl.job.JobAction.FinishApplication;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobAction.PublishSpec;
import org.ydl.job.JobAction.ReformRunner;
import org.ydl.job.JobAction.RefuseRegistration;
import org.ydl.job.JobAction.RefuseRunner;
import org.ydl.job.JobAction.ReleaseContainer;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.RerunTask;
import org.ydl.job.JobAction.SendSpec;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.StopRunner;
import org.ydl.job.JobAction.TellWatchers;
import org.ydl.job.Step;

/** Which port carries out which action. Bound to the driver's thread. */
final class Performer implements JobAction.Handler {
    private static final Logger LOG = LoggerFactory.getLogger(Performer.class);

    private final Cluster cluster;
    private final Runners runners;
    private final History history;
    private Job job;
    private Optional<Outcome> told = Optional.empty();

    /** @param job the job as it begins */
    Performer(Cluster cluster, Runners runners, History history, Job job) {
        this.cluster = cluster;
        this.runners = runners;
        this.history = history;
        this.job = job;
    }

    /** Tells why, shows the job as it is now, then does what else is to be done. */
    void perform(Step step) {
        job = step.next();
        step.actions().stream().filter(Performer::isNotice).forEach(this::carryOut);
        runners.show(job);
        step.actions().stream().filter(not(Performer::isNotice)).forEach(this::carryOut);
    }

    private static boolean isNotice(JobAction action) {
        return action instanceof TellWatchers;
    }

    private void carryOut(JobAction action) {
        LOG.debug("{}", action);
        action.accept(this);
    }

    /** The outcome that everyone was told, once they were. */
    Optional<Outcome> told() {
        return told;
    }

    @Override
    public void requestContainers(RequestContainers action) {
        cluster.request(action.role(), action.spec(), action.count(), action.preferred());
    }

    @Override
    public void cancelRequests(CancelRequests action) {
        cluster.cancelRequests();
    }

    @Override
    public void excludeNodes(ExcludeNodes action) {
        cluster.exclude(action.hosts());
    }

    @Override
    public void launchTask(LaunchTask action) {
        cluster.launch(action.task(), action.attempt(), action.container(), action.port());
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
        // Not to all that are attached: one whose task has moved on may not have ended yet.
        runners.publish(
                action.spec(),
                job.roster().occupied().stream()
                        .flatMap(task -> task.container().stream())
                        .map(Container::id)
                        .toList());
    }

    @Override
    public void sendSpec(SendSpec action) {
        runners.send(action.container(), action.spec());
    }

    @Override
    public void adoptRunner(AdoptRunner action) {
        runners.adopt(action.container(), action.control());
    }

    @Override
    public void reformRunner(ReformRunner action) {
        runners.reform(action.container(), action.generation(), action.reason());
    }

    @Override
    public void rerunTask(RerunTask action) {
        runners.rerun(action.container(), action.attempt());
    }

    @Override
    public void tellWatchers(TellWatchers action) {
        LOG.info("{}", action.notice());
        runners.notice(action.notice());
    }

    @Override
    public void stopRunner(StopRunner action) {
        runners.stop(action.container(), action.reason());
    }

    /** Watchers last: once they hear the outcome, it is also what YARN says and what the history has. */
    @Override
    public void finishApplication(FinishApplication action) {
        history.keep(job, action.outcome());
        cluster.finish(action.outcome());
        runners.finish(action.outcome());
        told = Optional.of(action.outcome());
    }
}
