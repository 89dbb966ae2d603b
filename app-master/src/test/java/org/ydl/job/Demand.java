package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.ydl.api.Role;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.LaunchTask;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobEvent.ContainerAllocated;

/** The containers that an application master has asked for and was not given yet, counted from what it says and hears. */
final class Demand {
    private final Map<Role, Integer> open = new EnumMap<>(Role.class);
    private Optional<Instant> shortSince = Optional.empty();
    private Instant used;

    /** Requests went with their asker. */
    Demand(Step begin) {
        used = begin.next().now();
        said(begin);
    }

    void heard(Message message, Step step) {
        if (message.event() instanceof ContainerAllocated given) {
            given(given.role());
        }
        said(step);
    }

    private void given(Role role) {
        if (open.getOrDefault(role, 0) > 0) {
            open.merge(role, -1, Integer::sum);
            boolean enough = open.values().stream().allMatch(count -> count == 0);
            shortSince = enough ? Optional.empty() : shortSince;
        } // else it came unasked
    }

    private void said(Step step) {
        Instant now = step.next().now();
        for (JobAction action : step.actions()) {
            if (action instanceof RequestContainers request) {
                open.merge(request.role(), request.count(), Integer::sum);
                shortSince = shortSince.or(() -> Optional.of(now));
            } else if (action instanceof CancelRequests) {
                open.clear(); // the want remains
            } else if (action instanceof LaunchTask) {
                used = now;
            }
        }
    }

    /** Whoever waits is asked for, and nobody else is. */
    void checkCovers(Job job) {
        boolean asks =
                switch (job.phase()) {
                    case GATHERING, RUNNING -> !job.gathering().isPaused();
                    case STOPPING, DONE -> false;
                };
        if (asks) {
            Map<Role, Integer> waiting = new EnumMap<>(Role.class);
            job.roster().waiting().forEach(task -> waiting.merge(task.id().role(), 1, Integer::sum));
            for (Role role : Role.values()) {
                assertEquals(
                        waiting.getOrDefault(role, 0), open.getOrDefault(role, 0), () -> role + "s that are asked for");
            }
        }
    }

    /** Whether there was something to be given all the time. */
    boolean wasUnmetFor(Duration time, Instant now) {
        return shortSince.filter(since -> !since.plus(time).isAfter(now)).isPresent();
    }

    /** Whether no container came that was of use. */
    boolean wasIdleFor(Duration time, Instant now) {
        return !used.plus(time).isAfter(now);
    }
}
