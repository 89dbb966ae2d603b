package org.ydl.job;

import java.util.List;
import java.util.random.RandomGenerator;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;

/** Messages of runners and containers that are none of the job's, or no longer, or not yet. */
record Strangers(RandomGenerator random) {
    JobEvent speak(List<SimulatedContainer> known, long ticket) {
        String unknown = SimulatedContainer.id(known.size() + random.nextInt(2));
        RunnerId runner = impostor(known, unknown);
        return switch (random.nextInt(4)) {
            case 0 -> new RunnerRegistered(ticket, runner, new HostPort("elsewhere", 1), new HostPort("elsewhere", 2));
            case 1 -> new RunnerHeard(runner, "busy");
            case 2 -> new TaskExited(runner, ExitReason.ofProcess(random.nextInt(2), List.of()));
            default -> new ContainerEnded(unknown, ExitReason.ofProcess(0, List.of()));
        };
    }

    /** Someone known with a wrong task, attempt or generation, or someone unknown. */
    private RunnerId impostor(List<SimulatedContainer> all, String unknown) {
        TaskId task = new TaskId(Role.values()[random.nextInt(Role.values().length)], random.nextInt(4));
        RunnerId known = all.stream()
                .skip(random.nextInt(all.size() + 1))
                .filter(container -> container.task().isPresent())
                .flatMap(container -> container.runner().stream())
                .map(SimulatedRunner::id)
                .findFirst()
                .orElse(new RunnerId(unknown, task, 0, 0));
        return switch (random.nextInt(4)) {
            case 0 -> new RunnerId(known.container(), new TaskId(task.role(), 9), 0, 0);
            case 1 -> new RunnerId(known.container(), known.task(), 1_000, 0);
            case 2 -> new RunnerId(known.container(), known.task(), 0, 1_000);
            default -> new RunnerId(unknown, task, 0, 0);
        };
    }
}
