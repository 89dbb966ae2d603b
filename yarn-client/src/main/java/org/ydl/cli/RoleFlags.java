package org.ydl.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.request.JobShape;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * How many tasks of each role there are and what each of them gets.
 *
 * <p>Every role has the same flags, so that they are made, not written: {@code --worker-memory}, {@code --ps-memory} and
 * so on. The help shows those of the worker.
 */
final class RoleFlags {
    private static final int LARGEST_COUNT = 100_000;

    /** Below it not even a JVM starts. */
    static final int SMALLEST_MEMORY_MB = 256;

    private static final int DEFAULT_MEMORY_MB = 1024;
    private static final String ALL_MEMORY = "--container-memory";
    private static final String ALL_CORES = "--container-vcores";
    private static final String ALL_LABEL = "--node-label";

    private CommandSpec command;

    /** Adds the flags to a command, which keeps their values. */
    void declare(CommandSpec spec) {
        command = spec;
        add(
                Integer.class,
                "N",
                "workers (default: 1)",
                count(Role.WORKER),
                "--num-worker",
                "-numberworkers",
                "--workers",
                "-w");
        add(Integer.class, "N", "parameter servers (default: 0)", count(Role.PS), "-numberps", "-s");
        add(Integer.class, "N", "chiefs, 0 or 1 (default: 0; then worker:0 leads)", count(Role.CHIEF));
        add(Integer.class, "N", "evaluators (default: 0)", count(Role.EVALUATOR), "--num-evaluators");
        sized(new Units.Memory(), "SIZE", "memory", "memory of a worker, as 512m or 2g (default: 1g)", "-Mw", "-Ms");
        sized(null, "N", "cores", "vcores of a worker (default: 1)", "-Cw", "-Cs");
        sized(null, "N", "gpus", "GPUs (yarn.io/gpu) of a worker (default: 0)", "-Gw", "-Gs");
        add(String.class, "LABEL", "node label of all tasks", ALL_LABEL, "--node-label-expression");
        for (Role role : Role.values()) {
            add(String.class, "LABEL", "", flag(role, "node-label"));
        }
        add(new Units.Memory(), "SIZE", "", ALL_MEMORY, "--memory");
        add(Integer.class, "N", "", ALL_CORES, "--cores");
    }

    private void sized(
            ITypeConverter<Integer> converter, String label, String what, String ofWorker, String worker, String ps) {
        Map<Role, String> others = new EnumMap<>(Map.of(Role.WORKER, worker, Role.PS, ps));
        for (Role role : Role.values()) {
            String[] names = others.containsKey(role)
                    ? new String[] {flag(role, what), others.get(role)}
                    : new String[] {flag(role, what)};
            add(converter, label, role == Role.WORKER ? ofWorker : "", names);
        }
    }

    private void add(Class<?> type, String label, String description, String... names) {
        command.addOption(option(label, description, names).type(type).build());
    }

    private void add(ITypeConverter<Integer> converter, String label, String description, String... names) {
        OptionSpec.Builder option = option(label, description, names).type(Integer.class);
        command.addOption((converter == null ? option : option.converters(converter)).build());
    }

    /** One without a description is not shown. */
    private static OptionSpec.Builder option(String label, String description, String... names) {
        return OptionSpec.builder(names)
                .paramLabel(label)
                .description(description)
                .hidden(description.isEmpty());
    }

    private static String count(Role role) {
        return role == Role.WORKER ? "--num-workers" : "--num-" + role.label();
    }

    private static String flag(Role role, String what) {
        return "--" + role.label() + "-" + what;
    }

    /** Everything that is wrong with them. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        for (Role role : Role.values()) {
            int count = counts().get(role);
            int smallest = role == Role.WORKER && counts().get(Role.CHIEF) == 0 ? 1 : 0;
            int largest = role == Role.CHIEF ? 1 : LARGEST_COUNT;
            if (count < smallest || count > largest) {
                problems.add(count(role) + " must be from " + smallest + " to " + largest + ", got " + count);
            }
            RoleSpec.Size size = size(role);
            if (size.memoryMb() < SMALLEST_MEMORY_MB) {
                problems.add(flag(role, "memory") + " must be at least " + SMALLEST_MEMORY_MB + "m, got "
                        + size.memoryMb() + "m");
            }
            if (size.vcores() < 1) {
                problems.add(flag(role, "cores") + " must be more than 0, got " + size.vcores());
            }
            if (size.gpus() < 0) {
                problems.add(flag(role, "gpus") + " must not be negative, got " + size.gpus());
            }
        }
        return problems;
    }

    Map<Role, Integer> counts() {
        Map<Role, Integer> counts = new EnumMap<>(Role.class);
        Arrays.stream(Role.values()).forEach(role -> counts.put(role, value(count(role), role == Role.WORKER ? 1 : 0)));
        return counts;
    }

    /** Those that have tasks, in the given shape of the job. */
    SortedMap<Role, RoleSpec> roles(JobShape shape) {
        SortedMap<Role, RoleSpec> roles = new TreeMap<>();
        counts().forEach((role, count) -> {
            if (count > 0) {
                roles.put(
                        role,
                        new RoleSpec(count, size(role), label(role), shape.runsProgram(role), shape.server(role)));
            }
        });
        return roles;
    }

    private RoleSpec.Size size(Role role) {
        return new RoleSpec.Size(
                value(flag(role, "memory"), value(ALL_MEMORY, DEFAULT_MEMORY_MB)),
                value(flag(role, "cores"), value(ALL_CORES, 1)),
                value(flag(role, "gpus"), 0));
    }

    private Optional<String> label(Role role) {
        String forAll = value(ALL_LABEL, "");
        return Optional.of(value(flag(role, "node-label"), forAll)).filter(label -> !label.isBlank());
    }

    /** The label of all tasks, which the application master takes too. */
    Optional<String> label() {
        return Optional.of(value(ALL_LABEL, "")).filter(label -> !label.isBlank());
    }

    private <T> T value(String flag, T otherwise) {
        T given = command.findOption(flag).getValue();
        return given == null ? otherwise : given;
    }
}
