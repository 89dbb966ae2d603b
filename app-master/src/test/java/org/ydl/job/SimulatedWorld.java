package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
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

    /** How many messages wait at most, in one world or another. */
    private static final int[] BUSIEST = {1, 2, 5, 20};

    private final RandomGenerator random;
    private final JobSpec spec;
    private final SimulatedTime time;
    private final SimulatedCluster cluster;
    private final SimulatedClient client;
    private final SimulatedPerformer performer;
    private final Deque<JobEvent> first = new ArrayDeque<>(List.of(new NodesCounted(SimulatedCluster.NODES)));
    private final int busiest;
    private Instant looked;
    private Duration lost = Duration.ZERO;
    private int deaths;
    private long tickets;

    SimulatedWorld(RandomGenerator random, JobSpec spec, Instant start) {
        this.random = random;
        this.spec = spec;
        this.time = new SimulatedTime(random, start);
        this.looked = start;
        this.cluster = new SimulatedCluster(random, spec);
        this.client = new SimulatedClient(random, start);
        this.busiest = BUSIEST[random.nextInt(BUSIEST.length)];
        this.performer = new SimulatedPerformer(random, time, cluster);
    }

    /** What the master finds when it looks: one message mostly, or several that came while it was busy. */
    List<Message> waiting() {
        looked = time.now();
        return Stream.generate(this::next).limit(random.nextInt(busiest) + 1L).toList();
    }

    private Message next() {
        Optional<Message> message = Optional.ofNullable(first.poll()).map(Message::of);
        while (message.isEmpty()) {
            message = attempt(time.luck());
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
            return client.next(luck, time.now());
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

    /** Whether the application master dies over so many messages. */
    boolean killsMaster(int messages) {
        return happens(1 - Math.pow(1 - time.luck().death(), messages));
    }

    /** The application master is gone. Another one begins at the time that is returned. */
    Instant masterLost() {
        deaths++;
        cluster.masterLost();
        first.clear();
        Instant now = time.masterLost();
        lost = lost.plus(Duration.between(looked, now));
        looked = now;
        client.masterLost(now);
        first.add(cluster.survivors());
        first.add(new NodesCounted(SimulatedCluster.NODES));
        return now;
    }

    /** How many application masters died. */
    int deaths() {
        return deaths;
    }

    /** How long application masters were busy with what came to nothing by their death, or there was none, all in all. */
    Duration lost() {
        return lost;
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
