package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.ydl.api.Outcome;
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
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainersSurvived;
import org.ydl.job.JobEvent.RunnerRegistered;

/** Does to a {@link SimulatedCluster} what a job wants done, as far as it arrives, and complains of what makes no sense. */
final class SimulatedPerformer implements JobAction.Handler {
    private final RandomGenerator random;
    private final SimulatedTime time;
    private final SimulatedCluster cluster;
    private Optional<RunnerRegistered> unanswered = Optional.empty();
    private boolean strange;
    private Optional<Outcome> finished = Optional.empty();

    SimulatedPerformer(RandomGenerator random, SimulatedTime time, SimulatedCluster cluster) {
        this.random = random;
        this.time = time;
        this.cluster = cluster;
    }

    /** What a job does of its own accord. */
    void perform(List<JobAction> actions) {
        unanswered = Optional.empty();
        strange = false;
        actions.forEach(action -> action.accept(this));
    }

    /** What follows from a message. */
    void perform(Message message, List<JobAction> actions) {
        unanswered = message.event() instanceof RunnerRegistered question ? Optional.of(question) : Optional.empty();
        strange = message.strange();
        if (message.event() instanceof ContainerAllocated given) {
            cluster.container(given.container().id()).becomeKnown();
        } else if (message.event() instanceof ContainersSurvived survived) {
            survived.containers().forEach(place -> cluster.container(place.id()).becomeKnown());
        }
        actions.forEach(action -> action.accept(this));
    }

    /** Whether the last message was a question that nothing was said to. */
    boolean hasUnanswered() {
        return unanswered.isPresent();
    }

    /** What the application was finished with. */
    Optional<Outcome> finished() {
        return finished;
    }

    @Override
    public void requestContainers(RequestContainers action) {
        cluster.request(action.role(), action.count());
    }

    @Override
    public void cancelRequests(CancelRequests action) {
        cluster.cancelRequests(role -> isLost());
    }

    @Override
    public void excludeNodes(ExcludeNodes action) {
        assertTrue(action.hosts().size() * 3 <= SimulatedCluster.NODES, action::toString);
    }

    @Override
    public void launchTask(LaunchTask action) {
        cluster.launch(action);
    }

    @Override
    public void releaseContainer(ReleaseContainer action) {
        cluster.container(action.container()).release();
    }

    @Override
    public void stopContainer(StopContainer action) {
        cluster.container(action.container().id()).stopByNode(isLost());
    }

    @Override
    public void acceptRunner(AcceptRunner action) {
        RunnerRegistered question = answered(action.ticket());
        assertTrue(!strange, () -> action + ", though it is none of the job's");
        assertEquals(question.runner().task(), action.task());
        tell(question.runner().container(), SimulatedRunner::accept);
    }

    @Override
    public void refuseRegistration(RefuseRegistration action) {
        refused(answered(action.ticket()).runner().container(), action);
    }

    private RunnerRegistered answered(long ticket) {
        assertEquals(Optional.of(ticket), unanswered.map(RunnerRegistered::ticket), "an answer to another question");
        RunnerRegistered question = unanswered.orElseThrow();
        unanswered = Optional.empty();
        return question;
    }

    @Override
    public void refuseRunner(RefuseRunner action) {
        refused(action.container(), action);
    }

    private void refused(String container, JobAction action) {
        if (!strange) {
            SimulatedContainer known = cluster.container(container);
            assertTrue(known.isGivenUp() || finished.isPresent(), () -> action + ", though it holds its task");
            known.refused();
        }
    }

    @Override
    public void publishSpec(PublishSpec action) {
        cluster.containers()
                .forEach(container ->
                        container.tell(runner -> runner.specSent(action.spec().generation()), isLost()));
    }

    @Override
    public void sendSpec(SendSpec action) {
        tell(action.container(), runner -> runner.specSent(action.spec().generation()));
    }

    @Override
    public void adoptRunner(AdoptRunner action) {
        if (!isLost()) {
            cluster.container(action.container()).adopt(action.control());
        }
    }

    @Override
    public void reformRunner(ReformRunner action) {
        tell(action.container(), runner -> runner.reform(action.generation()));
    }

    @Override
    public void rerunTask(RerunTask action) {
        tell(action.container(), runner -> runner.rerun(action.attempt()));
    }

    @Override
    public void tellWatchers(TellWatchers action) {}

    @Override
    public void stopRunner(StopRunner action) {
        cluster.container(action.container()).stopAsked();
        tell(action.container(), SimulatedRunner::stop);
    }

    @Override
    public void finishApplication(FinishApplication action) {
        assertEquals(Optional.empty(), finished, "the application was finished twice");
        finished = Optional.of(action.outcome());
        cluster.containers().forEach(SimulatedContainer::checkNotLeaked);
    }

    private void tell(String container, Consumer<SimulatedRunner> command) {
        cluster.container(container).tell(command, isLost());
    }

    private boolean isLost() {
        return random.nextDouble() < time.luck().loss();
    }
}
