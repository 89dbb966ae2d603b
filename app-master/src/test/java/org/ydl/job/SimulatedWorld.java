package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ydl.api.Decider;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
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
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.Ticked;

/**
 * A cluster with its nodes and runners, as unreliable as its {@link Luck}: it answers a job's actions with events, in an
 * order that only its source of randomness decides, and complains of actions that make no sense.
 */
final class SimulatedWorld implements JobAction.Handler {
    /** Nothing new goes wrong after this time: from then on the job must come to its end. */
    static final Duration CALM_AFTER = Duration.ofMinutes(2);

    private static final double TICK = 0.3;
    private static final double ALLOCATION = 0.2;
    private static final double CLIENT = 0.1;

    private final RandomGenerator random;
    private final JobSpec spec;
    private final SimulatedClient client;
    private final Luck drawn;
    private final Instant calm;
    private final Map<Role, Integer> wanted = new EnumMap<>(Role.class);
    private final Map<String, SimulatedContainer> containers = new LinkedHashMap<>();
    private final List<SimulatedContainer> inOrder = new ArrayList<>();
    private Instant now;
    private Duration slept = Duration.ZERO;
    private long tickets;
    private Optional<Long> unanswered = Optional.empty();
    private boolean strange;
    private Optional<Outcome> finished = Optional.empty();

    SimulatedWorld(RandomGenerator random, JobSpec spec, Instant start) {
        this.random = random;
        this.spec = spec;
        this.client = new SimulatedClient(random);
        this.drawn = Luck.draw(random);
        this.now = start;
        this.calm = start.plus(CALM_AFTER);
    }

    /** The next thing that the job hears of. */
    JobEvent next() {
        Optional<JobEvent> event = Optional.empty();
        while (event.isEmpty()) {
            strange = false;
            event = attempt(luck());
        }
        if (event.get() instanceof RunnerRegistered registered) {
            unanswered = Optional.of(registered.ticket());
        }
        if (event.get() instanceof ContainerEnded ended) {
            Optional.ofNullable(containers.get(ended.container())).ifPresent(SimulatedContainer::endReported);
        }
        return event.get();
    }

    /** Whether the last event came from nobody the job knows. */
    boolean wasStrange() {
        return strange;
    }

    private Luck luck() {
        return now.isBefore(calm) ? drawn : Luck.CALM;
    }

    private Optional<JobEvent> attempt(Luck luck) {
        if (happens(luck.meddling())) {
            return Optional.of(meddle());
        }
        if (happens(luck.strangeness())) {
            return Optional.of(random.nextInt(4) == 0 ? give(anyRole()) : stranger());
        }
        if (happens(TICK)) {
            return Optional.of(tick(luck));
        }
        if (spec.decider() == Decider.CLIENT && happens(CLIENT)) {
            return client.next(luck);
        }
        if (happens(ALLOCATION)) {
            Role role = anyRole();
            boolean comes = wanted.getOrDefault(role, 0) > 0 && !happens(luck.stinginess());
            return comes ? Optional.of(give(role)) : Optional.empty();
        }
        return inOrder.isEmpty() ? Optional.empty() : said(luck, anyContainer());
    }

    private Optional<JobEvent> said(Luck luck, SimulatedContainer container) {
        Optional<JobEvent> event = container.next(luck, ++tickets);
        if (event.isPresent() && happens(luck.loss())) {
            container.disconnect();
            return Optional.empty();
        }
        return event;
    }

    private JobEvent give(Role role) {
        SimulatedContainer container = new SimulatedContainer(inOrder.size(), role, exits(role), random);
        containers.put(container.place().id(), container);
        inOrder.add(container);
        wanted.merge(role, -1, Integer::sum);
        return new ContainerAllocated(role, container.place());
    }

    /** Programs that the job does not wait for may go on for ever. */
    private boolean exits(Role role) {
        return spec.roles().get(role).runsProgram() && (role.trains() || random.nextBoolean());
    }

    private JobEvent tick(Luck luck) {
        Duration step =
                Duration.ofMillis(random.nextInt(100, luck != Luck.CALM && random.nextInt(4) == 0 ? 9_000 : 1_000));
        if (happens(luck.sleep())) {
            step = Duration.ofSeconds(random.nextInt(11, 60));
            slept = slept.plus(step);
        }
        now = now.plus(step);
        return new Ticked(now);
    }

    private JobEvent meddle() {
        return switch (random.nextInt(4)) {
            case 0 -> new KillRequested("by someone");
            case 1 -> new ClusterFailed("connection reset");
            case 2 -> new PreparationFailed("no docker here");
            default -> new MasterDismissed();
        };
    }

    private JobEvent stranger() {
        strange = true;
        return new Strangers(random).speak(inOrder, ++tickets);
    }

    private SimulatedContainer anyContainer() {
        return inOrder.get(random.nextInt(inOrder.size()));
    }

    private Role anyRole() {
        return Role.values()[random.nextInt(Role.values().length)];
    }

    private boolean happens(double odds) {
        return random.nextDouble() < odds;
    }

    private boolean isLost() {
        return happens(luck().loss());
    }

    @Override
    public void requestContainers(RequestContainers action) {
        wanted.merge(action.role(), action.spec().count(), Integer::sum);
    }

    /** What is on its way may come nevertheless. */
    @Override
    public void cancelRequests(CancelRequests action) {
        wanted.replaceAll((role, count) -> isLost() ? count : 0);
    }

    @Override
    public void launchTask(LaunchTask action) {
        assertTrue(
                inOrder.stream().noneMatch(container -> container.occupies(action.task())),
                () -> action + ", though another container runs that task");
        container(action.container().id()).launch(action.task());
    }

    @Override
    public void releaseContainer(ReleaseContainer action) {
        container(action.container()).release();
    }

    @Override
    public void stopContainer(StopContainer action) {
        container(action.container().id()).stopByNode(isLost());
    }

    @Override
    public void acceptRunner(AcceptRunner action) {
        answered(action.ticket());
        assertTrue(!strange, () -> action + ", though it is none of the job's");
        SimulatedContainer container = inOrder.stream()
                .filter(each -> each.task().equals(Optional.of(action.task())))
                .findFirst()
                .orElseThrow();
        if (!isLost()) {
            container.accept(action.task());
        }
    }

    @Override
    public void refuseRegistration(RefuseRegistration action) {
        answered(action.ticket());
        assertTrue(strange, action::toString);
    }

    @Override
    public void refuseRunner(RefuseRunner action) {
        assertTrue(strange, action::toString);
    }

    @Override
    public void publishSpec(PublishSpec action) {
        inOrder.forEach(container -> tell(container, action.spec().generation()));
    }

    @Override
    public void sendSpec(SendSpec action) {
        tell(container(action.container()), action.spec().generation());
    }

    private void tell(SimulatedContainer container, int generation) {
        if (isLost()) {
            container.disconnect();
        } else {
            container.specSent(generation);
        }
    }

    @Override
    public void stopRunner(StopRunner action) {
        container(action.container()).stopByRunner(isLost());
    }

    @Override
    public void finishApplication(FinishApplication action) {
        assertEquals(Optional.empty(), finished, "the application was finished twice");
        finished = Optional.of(action.outcome());
        inOrder.forEach(SimulatedContainer::checkNotLeaked);
    }

    private void answered(long ticket) {
        assertEquals(Optional.of(ticket), unanswered, "an answer to another question");
        unanswered = Optional.empty();
    }

    private SimulatedContainer container(String id) {
        return Optional.ofNullable(containers.get(id)).orElseThrow(() -> new AssertionError(id + " was never given"));
    }

    Optional<Long> unanswered() {
        return unanswered;
    }

    SimulatedClient client() {
        return client;
    }

    Optional<Outcome> finished() {
        return finished;
    }

    /** Time in which the job's process stood still. */
    Duration slept() {
        return slept;
    }

    boolean succeeded(TaskId task) {
        return holder(task).filter(SimulatedContainer::succeeded).isPresent();
    }

    Optional<HostPort> address(TaskId task) {
        return holder(task).map(SimulatedContainer::address);
    }

    private Optional<SimulatedContainer> holder(TaskId task) {
        return inOrder.stream()
                .filter(container -> container.task().equals(Optional.of(task)))
                .findFirst();
    }
}
