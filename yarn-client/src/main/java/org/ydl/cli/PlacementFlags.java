package org.ydl.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.ydl.api.PortRange;
import org.ydl.submit.Placement;
import picocli.CommandLine.Option;

/** Where and under what name YARN runs a job. */
final class PlacementFlags {
    @Option(
            names = {"--name", "--appname"},
            paramLabel = "NAME",
            description = "the application's name (default: that of the job file)")
    private String name;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "YARN queue (default: default)")
    private String queue = "default";

    @Option(names = "--priority", paramLabel = "N", description = "priority within the queue (default: the queue's)")
    private Integer priority;

    @Option(names = "--tags", paramLabel = "TAG", split = ",", description = "tags of the application, comma-separated")
    private List<String> tags = List.of();

    @Option(
            names = {"--am-memory", "--master-memory"},
            paramLabel = "SIZE",
            converter = Units.Memory.class,
            description = "memory of the application master (default: 512m)")
    private int masterMemory = 512;

    @Option(
            names = {"--am-cores", "--master-vcores"},
            paramLabel = "N",
            hidden = true,
            description = "vcores of the application master")
    private int masterCores = 1;

    @Option(
            names = "--am-node-label",
            paramLabel = "LABEL",
            hidden = true,
            description = "node label of the application master")
    private String masterLabel;

    @Option(
            names = "--port-range",
            paramLabel = "A-B",
            converter = Ports.class,
            description =
                    "the ports that a job may serve at, on each node two a task and one for the AM (default: any)")
    private PortRange ports;

    @Option(
            names = {"--am-max-attempts", "--max-app-attempts"},
            paramLabel = "N",
            description = "how often YARN may start the application master; the cluster may cap it (default: 5)")
    private Integer attempts;

    @Option(
            names = "--am-attempts-window",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "only masters lost within the last so long count against that (default: 1h)")
    private Duration attemptsWindow;

    /** What TensorFlow on YARN called the window. */
    @Option(
            names = "--attempt-failures-validity-interval",
            paramLabel = "MS",
            hidden = true,
            description = "the same in milliseconds")
    private Long attemptsWindowMs;

    @Option(
            names = "--application-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "let YARN itself end the application after this time (default: never)")
    private Duration lifetime;

    /** Reads {@code 20000-20100}. */
    static final class Ports implements picocli.CommandLine.ITypeConverter<PortRange> {
        @Override
        public PortRange convert(String text) {
            try {
                return PortRange.parse(text);
            } catch (IllegalArgumentException e) {
                throw new picocli.CommandLine.TypeConversionException(e.getMessage());
            }
        }
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (masterMemory < RoleFlags.SMALLEST_MEMORY_MB) {
            problems.add(
                    "--am-memory must be at least " + RoleFlags.SMALLEST_MEMORY_MB + "m, got " + masterMemory + "m");
        }
        if (masterCores < 1) {
            problems.add("--am-cores must be more than 0, got " + masterCores);
        }
        if (attempts != null && attempts < 1) {
            problems.add("--am-max-attempts must be more than 0, got " + attempts);
        }
        if (attemptsWindow != null && attemptsWindow.isZero()) {
            problems.add("--am-attempts-window must be longer than nothing");
        }
        if (lifetime != null && lifetime.isZero()) {
            problems.add("--application-timeout must be longer than nothing");
        }
        if (tags.stream().anyMatch(tag -> !tag.matches("\\p{ASCII}{1,100}"))) {
            problems.add("--tags: YARN takes tags of 1 to 100 ASCII characters");
        }
        return problems;
    }

    Optional<String> name() {
        return Optional.ofNullable(name);
    }

    Optional<PortRange> ports() {
        return Optional.ofNullable(ports);
    }

    /** @param label of all containers that have none of their own */
    Placement placement(Optional<String> label) {
        return new Placement(
                queue,
                Optional.ofNullable(priority),
                new TreeSet<>(tags),
                new Placement.Master(masterMemory, masterCores),
                Optional.ofNullable(masterLabel).or(() -> label),
                new Placement.Attempts(Optional.ofNullable(attempts), attemptsWindow()),
                Optional.ofNullable(lifetime));
    }

    /** The older name took less than 1 for none; ydl always has a window. */
    private Duration attemptsWindow() {
        return Optional.ofNullable(attemptsWindow)
                .or(() -> Optional.ofNullable(attemptsWindowMs)
                        .filter(millis -> millis > 0)
                        .map(Duration::ofMillis))
                .orElse(Placement.Attempts.DEFAULT_WINDOW);
    }
}
