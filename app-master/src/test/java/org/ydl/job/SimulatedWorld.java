package org.ydl.job;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Role;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.NodesCounted;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.Ticked;

/**
 * All that a job hears of, in an order that only the source of randomness decides: a cluster with its runners, a client,
 * time, and those who have nothing to do with it, each as unreliable as its {@link Luck}. What the job wants done comes
 * back through the {@link SimulatedPerformer}.
 */
final class SimulatedWorld {
    private static final double TICK = 0.3;
    private static final double LATE = 0.1;
    private static final double ALLOCATION = 0.2;
    private static final double CLIENT = 0.1;

    private final RandomGenerator random;
    private final JobSpec spec;
    private final SimulatedTime time;
    private final SimulatedCluster cluster;
    private final SimulatedClient client;
    private final SimulatedPerformer performer;
    private final Deque<JobEvent> first = new ArrayDeque<>(List.of(new NodesCounted(SimulatedCluster.NODES)));
    private int deaths;
    private long tickets;

    SimulatedWorld(RandomGenerator random, JobSpec spec, Instant start) {
        this.random = random;
        this.spec = spec;
        this.time = new SimulatedTime(random, start);
        this.cluster = new SimulatedCluster(random, spec);
        this.client = new SimulatedClient(random);
        this.performer = new SimulatedPerformer(random, time, cluster);
    }

    /** The next thing that the job hears of. */
    Message next() {
        Optional<Message> message = Optional.ofNullable(first.poll()).map(Message::of);
        while (message.isEmpty()) {
            message = attempt(time.luck());
        }
        if (message.get().event() instanceof ContainerEnded ended
                && !message.get().strange()) {
            cluster.container(ended.container()).endReported();
        }
        return message.get();
    }

    private Optional<Message> attempt(Luck luck) {
        if (happens(luck.meddling())) {
            return Optional.of(Message.of(meddle()));
        }
        if (happens(luck.strangeness())) {
            return Optional.of(
                    random.nextInt(4) == 0
                            ? Message.of(cluster.give(anyRole()))
                            : new Message(new Strangers(random).speak(cluster.containers(), ++tickets), true));
        }
        return happening(luck).map(Message::of);
    }

    private Optional<JobEvent> happening(Luck luck) {
        if (happens(LATE)) {
            Optional<JobEvent> late = cluster.lateSurvivors();
            if (late.isPresent()) {
                return late;
            }
        }
        if (happens(TICK)) {
            return Optional.of(new Ticked(time.tick()));
        }
        if (spec.decider() == Decider.CLIENT && happens(CLIENT)) {
            return client.next(luck);
        }
        if (happens(ALLOCATION)) {
            Role role = anyRole();
            boolean comes = cluster.wants(role) && !happens(luck.stinginess());
            return comes ? Optional.of(cluster.give(role)) : Optional.empty();
        }
        return cluster.anyContainer().flatMap(container -> said(luck, container));
    }

    private Optional<JobEvent> said(Luck luck, SimulatedContainer container) {
        Optional<JobEvent> event = container.next(luck, ++tickets);
        if (event.isPresent() && !(event.get() instanceof ContainerEnded) && happens(luck.loss())) {
            container.tell(SimulatedRunner::disconnect, true);
            return Optional.empty();
        }
        return event;
    }

    private JobEvent meddle() {
        return switch (random.nextInt(4)) {
            case 0 -> new KillRequested("by someone");
            case 1 -> new ClusterFailed("connection reset");
            case 2 -> new PreparationFailed("no docker here");
            default -> new MasterDismissed();
        };
    }

    /** Whether the application master dies now. */
    boolean killsMaster() {
        return performer.finished().isEmpty() && happens(time.luck().death());
    }

    /** The application master is gone. Another one begins at the time that is returned. */
    Instant masterLost() {
        deaths++;
        cluster.masterLost();
        client.masterLost();
        first.clear();
        first.add(cluster.survivors());
        return time.masterLost();
    }

    /** How many application masters died. */
    int deaths() {
        return deaths;
    }

    SimulatedPerformer performer() {
        return performer;
    }

    SimulatedCluster cluster() {
        return cluster;
    }

    SimulatedClient client() {
        return client;
    }

    SimulatedTime time() {
        return time;
    }

    private Role anyRole() {
        return Role.values()[random.nextInt(Role.values().length)];
    }

    private boolean happens(double odds) {
        return random.nextDouble() < odds;
    }
}
