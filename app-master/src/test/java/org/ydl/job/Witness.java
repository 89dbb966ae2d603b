package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Again;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;

/** Remembers what became of the tasks: who was heard when, and who was lost for which reason. */
final class Witness {
    /** Something that befell a task. */
    private record Loss(TaskId task, String what, boolean charged) {}

    private final SimulatedCluster cluster;
    private final Map<String, Instant> launched = new HashMap<>();
    private final Map<String, Instant> heard = new HashMap<>();
    private final Map<String, Instant> registered = new HashMap<>();
    private final Set<Object> reported = new HashSet<>();
    private final List<Loss> losses = new ArrayList<>();
    private final Map<TaskId, List<Instant>> charges = new HashMap<>();
    private Instant began = Instant.MIN;

    Witness(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** An application master has begun: it has heard of nobody yet. */
    void masterBegan(Instant now) {
        began = now;
    }

    /** @param now as far as the master knows */
    void saw(Message message, List<JobAction> actions, Instant now) {
        if (!message.strange()) {
            saw(message.event(), now);
        }
        for (JobAction action : actions) {
            if (action instanceof LaunchTask launch) {
                launched.put(launch.container().id(), now);
            }
        }
    }

    private void saw(JobEvent event, Instant now) {
        if (event instanceof RunnerRegistered from) {
            heard.put(from.runner().container(), now);
            if (from.runner().generation() == 0) {
                registered.put(from.runner().container(), now);
            }
        } else if (event instanceof RunnerAttached from) {
            heard.put(from.runner().container(), now);
        } else if (event instanceof RunnerHeard from) {
            heard.put(from.runner().container(), now);
        } else if (event instanceof TaskExited exit) {
            lost(exit.runner(), exit.runner().task(), exit.reason());
        } else if (event instanceof ContainerEnded end) {
            cluster.container(end.container()).task().ifPresent(task -> lost(end.container(), task, end.reason()));
        }
    }

    /** @param key tells one loss from another: the same may be reported more than once */
    private void lost(Object key, TaskId task, ExitReason reason) {
        if (!reason.succeeded() && reported.add(key)) {
            losses.add(new Loss(task, reason.brief(), reason.kind().again() != Again.FREE));
        }
    }

    /** Whether nothing came from a container for so long, though a master was there to hear it. */
    boolean wasSilent(String container, Duration time, Instant now) {
        return isPast(began, time, now) && isPast(heard.getOrDefault(container, Instant.MIN), time, now);
    }

    /** Whether a container had so much time to register, and its runner did not. */
    boolean wasUnregistered(String container, Duration time, Instant now) {
        return isPast(began, time, now)
                && isPast(launched.get(container), time, now)
                && isPast(registered.getOrDefault(container, Instant.MIN), time, now);
    }

    /** Whether this befell a task and nothing has followed from it yet. It has now. */
    boolean accounts(TaskId task, String what, boolean charged) {
        Optional<Loss> loss = losses.stream()
                .filter(known -> known.equals(new Loss(task, what, charged)))
                .findFirst();
        loss.ifPresent(losses::remove);
        return loss.isPresent();
    }

    /** A task was started again, at its own cost. */
    void charged(TaskId task, Instant now) {
        charges.computeIfAbsent(task, id -> new ArrayList<>()).add(now);
    }

    /** How often that was within a time. */
    int charges(TaskId task, Duration window, Instant now) {
        return (int) charges.getOrDefault(task, List.of()).stream()
                .filter(time -> time.plus(window).isAfter(now))
                .count();
    }

    private static boolean isPast(Instant moment, Duration time, Instant now) {
        return !moment.isAfter(now.minus(time));
    }
}
