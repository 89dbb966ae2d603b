package org.ydl.cli;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
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
            names = "--registration-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "give up on a container that is not ready by then (default: 5m)")
    private Duration registration = Limits.DEFAULT.registration();

    @Option(
            names = "--evaluation-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "for evaluators to end once the trainers are done (default: 1m)")
    private Duration evaluation = Limits.DEFAULT.evaluation();

    @Option(
            names = "--stop-grace",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "between SIGTERM and SIGKILL for the job's processes (default: 10s)")
    private Duration stopGrace = Limits.DEFAULT.stopGrace();

    List<String> problems() {
        Map<String, Duration> times =
                new TreeMap<>(Map.of("--allocation-timeout", allocation, "--registration-timeout", registration));
        Optional.ofNullable(timeout).ifPresent(limit -> times.put("--timeout", limit));
        return times.entrySet().stream()
                .filter(time -> time.getValue().isZero())
                .map(time -> time.getKey() + " must be longer than nothing")
                .toList();
    }

    Limits limits() {
        return new Limits(
                allocation,
                registration,
                Limits.DEFAULT.heartbeat(),
                stopGrace,
                Limits.DEFAULT.masterLost(),
                evaluation,
                Limits.DEFAULT.clientLost(),
                Optional.ofNullable(timeout));
    }
}
