package org.ydl.cli;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.api.Limits;
import picocli.CommandLine.Option;

/** How long a job waits for what. */
final class LimitFlags {
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "end the job after this time, as 90s, 5m or 2h (default: never)")
    private Duration timeout;

    @Option(
            names = "--allocation-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "give up if not all containers are there by then (default: 10m)")
    private Duration allocation = Limits.DEFAULT.allocation();

    @Option(
            names = "--hold-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "give back some containers if no other comes, and try again later (default: 2m)")
    private Duration hold = Limits.DEFAULT.hold();

    @Option(
            names = "--registration-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "give up on a container that is not ready by then (default: 5m)")
    private Duration registration = Limits.DEFAULT.registration();

    @Option(
            names = "--heartbeat-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "a task that is silent for so long is lost (default: 1m)")
    private Duration heartbeat = Limits.DEFAULT.heartbeat();

    @Option(
            names = "--evaluation-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "for evaluators to end once the trainers are done (default: 1m)")
    private Duration evaluation = Limits.DEFAULT.evaluation();

    @Option(
            names = "--chief-grace",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "for the other workers to end once the chief is done and decides (default: 10s)")
    private Duration chiefGrace = Limits.DEFAULT.chiefDone();

    @Option(
            names = "--stop-grace",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "between SIGTERM and SIGKILL for the job's processes (default: 10s)")
    private Duration stopGrace = Limits.DEFAULT.stopGrace();

    @Option(
            names = "--master-lost-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "how long tasks go on without an application master (default: 20m)")
    private Duration masterLost = Limits.DEFAULT.masterLost();

    @Option(
            names = "--adoption-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "for running tasks to answer a new application master (default: 1m)")
    private Duration adoption = Limits.DEFAULT.adoption();

    @Option(
            names = "--client-lost-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "in client mode, how long the job goes on without its client (default: 1m)")
    private Duration clientLost = Limits.DEFAULT.clientLost();

    List<String> problems() {
        Map<String, Duration> times = new LinkedHashMap<>();
        Optional.ofNullable(timeout).ifPresent(limit -> times.put("--timeout", limit));
        times.put("--allocation-timeout", allocation);
        times.put("--hold-timeout", hold);
        times.put("--registration-timeout", registration);
        times.put("--heartbeat-timeout", heartbeat);
        times.put("--master-lost-timeout", masterLost);
        times.put("--adoption-timeout", adoption);
        times.put("--client-lost-timeout", clientLost);
        return times.entrySet().stream()
                .filter(time -> time.getValue().isZero())
                .map(time -> time.getKey() + " must be longer than nothing")
                .toList();
    }

    Limits limits() {
        return new Limits(
                allocation,
                hold,
                registration,
                heartbeat,
                stopGrace,
                masterLost,
                adoption,
                evaluation,
                chiefGrace,
                clientLost,
                Optional.ofNullable(timeout));
    }
}
