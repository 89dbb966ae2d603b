package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.ydl.api.Decider;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
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
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainersSurvived;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.NodesCounted;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.Ticked;

/**
 * A cluster with its nodes and runners, as unreliable as its {@link Luck}: it answers a job's actions with events, in an
 * order that only its source of randomness decides, and complains of actions that make no sense.
 */
final class SimulatedWorld implements JobAction.Handler {
    /** Nothing new goes wrong after this time: from then on the job must come to its end. */
    static final Duration CALM_AFTER = Duration.ofSeconds(90);

    private static final double TICK = 0.3;
    private static final double LATE = 0.1;
    private static final double ALLOCATION = 0.2;
    private static final double CLIENT = 0.1;
    private static final int NODES = 4;

    private final RandomGenerator random;
    private final JobSpec spec;
    private final SimulatedClient client;
    private final Luck drawn;
    private final Instant calm;
    private final Map<Role, Integer> wanted = new EnumMap<>(Role.class);
    private final Map<String, SimulatedContainer> containers = new LinkedHashMap<>();
    private final List<SimulatedContainer> inOrder = new ArrayList<>();
    private final Map<TaskId, SimulatedContainer> current = new HashMap<>();
    private final Map<TaskId, Integer> attempts = new HashMap<>();
    private final Deque<JobEvent> first = new ArrayDeque<>(List.of(new NodesCounted(NODES)));
    private Instant now;
    private Duration slept = Duration.ZERO;
    private int ports;
    private int deaths;
    private long tickets;
    private Optional<RunnerRegistered> unanswered = Optional.empty();
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
        Optional<JobEvent> event = Optional.ofNullable(first.poll());
        while (event.isEmpty()) {
            strange = false;
            event = attempt(luck());
        }
        if (event.get() instanceof RunnerRegistered registered) {
            unanswered = Optional.of(registered);
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

    /** Whether the application master dies now. */
    boolean killsMaster() {
        return finished.isEmpty() && happens(luck().death());
    }

    /** The application master is gone: what it asked for is forgotten, and what it launched lives on. */
    Instant masterLost() {
        deaths++;
        unanswered = Optional.empty();
        strange = false;
        wanted.clear();
        first.clear();
        inOrder.forEach(SimulatedContainer::masterLost);
        client.masterLost();
        now = now.plusMillis(random.nextInt(500, 5_000));
        inOrder.forEach(container -> container.known(container.isAlive() && !happens(LATE)));
        first.add(survivors(inOrder.stream().filter(SimulatedContainer::isKnown).toList()));
        return now;
    }

    private static JobEvent survivors(List<SimulatedContainer> containers) {
        return new ContainersSurvived(containers.stream()
                .filter(SimulatedContainer::isAlive)
                .map(SimulatedContainer::place)
                .toList());
    }

    /** The nodes that had not come back when another master began. */
    private Optional<JobEvent> late() {
        List<SimulatedContainer> unknown = inOrder.stream()
                .filter(container -> container.isAlive() && !container.isKnown())
                .toList();
        unknown.forEach(container -> container.known(true));
        return unknown.isEmpty() ? Optional.empty() : Optional.of(survivors(unknown));
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
        if (happens(LATE)) {
            Optional<JobEvent> late = late();
            if (late.isPresent()) {
                return late;
            }
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
        if (event.isPresent() && !(event.get() instanceof ContainerEnded) && happens(luck.loss())) {
            container.tell(SimulatedRunner::disconnect, true);
            return Optional.empty();
        }
        return event;
    }

    private JobEvent give(Role role) {
        SimulatedContainer container = new SimulatedContainer(inOrder.size(), role, exits(role), () -> ++ports, random);
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

    /** The newest ones most of the time: the others are gone. */
    private SimulatedContainer anyContainer() {
        int recent = Math.min(
                inOrder.size(),
                random.nextInt(8) == 0 ? inOrder.size() : spec.tasks().size() + 2);
        return inOrder.get(inOrder.size() - 1 - random.nextInt(recent));
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
        wanted.merge(action.role(), action.count(), Integer::sum);
    }

    /** What is on its way may come nevertheless. */
    @Override
    public void cancelRequests(CancelRequests action) {
        wanted.replaceAll((role, count) -> isLost() ? count : 0);
    }

    @Override
    public void excludeNodes(ExcludeNodes action) {
        assertTrue(action.hosts().size() * 3 <= NODES, action::toString);
    }

    @Override
    public void launchTask(LaunchTask action) {
        TaskId task = action.task();
        assertTrue(spec.tasks().contains(task), () -> action + ", which the job does not have");
        assertTrue(
                Optional.ofNullable(current.get(task))
                        .filter(container -> container.occupies(task))
                        .isEmpty(),
                () -> action + ", though another container runs that task");
        assertTrue(
                attempts.getOrDefault(task, -1) < action.attempt(),
                () -> action + ", though attempt " + attempts.get(task) + " was launched before");
        attempts.put(task, action.attempt());
        SimulatedContainer container = container(action.container().id());
        current.put(task, container);
        container.launch(task, action.attempt(), action.port());
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
        RunnerRegistered question = answered(action.ticket());
        assertTrue(!strange, () -> action + ", though it is none of the job's");
        assertEquals(question.runner().task(), action.task());
        tell(question.runner().container(), SimulatedRunner::accept);
    }

    @Override
    public void refuseRegistration(RefuseRegistration action) {
        refused(answered(action.ticket()).runner().container(), action);
    }

    @Override
    public void refuseRunner(RefuseRunner action) {
        refused(action.container(), action);
    }

    private void refused(String container, JobAction action) {
        if (!strange) {
            SimulatedContainer known = container(container);
            assertTrue(known.isGivenUp() || finished.isPresent(), () -> action + ", though it holds its task");
            known.refused();
        }
    }

    @Override
    public void publishSpec(PublishSpec action) {
        inOrder.forEach(container ->
                container.tell(runner -> runner.specSent(action.spec().generation()), isLost()));
    }

    @Override
    public void sendSpec(SendSpec action) {
        tell(action.container(), runner -> runner.specSent(action.spec().generation()));
    }

    @Override
    public void adoptRunner(AdoptRunner action) {
        if (!isLost()) {
            container(action.container()).adopt(action.control());
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
        container(action.container()).stopAsked();
        tell(action.container(), SimulatedRunner::stop);
    }

    private void tell(String container, Consumer<SimulatedRunner> command) {
        container(container).tell(command, isLost());
    }

    @Override
    public void finishApplication(FinishApplication action) {
        assertEquals(Optional.empty(), finished, "the application was finished twice");
        finished = Optional.of(action.outcome());
        inOrder.forEach(SimulatedContainer::checkNotLeaked);
    }

    private RunnerRegistered answered(long ticket) {
        assertEquals(Optional.of(ticket), unanswered.map(RunnerRegistered::ticket), "an answer to another question");
        RunnerRegistered question = unanswered.orElseThrow();
        unanswered = Optional.empty();
        return question;
    }

    private SimulatedContainer container(String id) {
        return Optional.ofNullable(containers.get(id)).orElseThrow(() -> new AssertionError(id + " was never given"));
    }

    boolean hasUnanswered() {
        return unanswered.isPresent();
    }

    SimulatedClient client() {
        return client;
    }

    Optional<Outcome> finished() {
        return finished;
    }

    /** How many application masters died. */
    int deaths() {
        return deaths;
    }

    Duration slept() {
        return slept;
    }

    boolean succeeded(TaskId task) {
        return Optional.ofNullable(current.get(task))
                .filter(SimulatedContainer::hasSucceeded)
                .isPresent();
    }

    /** Where the server of a task really is. */
    Optional<HostPort> address(TaskId task) {
        return Optional.ofNullable(current.get(task))
                .flatMap(SimulatedContainer::runner)
                .map(SimulatedRunner::address);
    }
}
