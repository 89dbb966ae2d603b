package org.ydl.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Program;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.submit.JobRequest;
import org.ydl.submit.Submitter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a user says of a job on the command line. */
final class JobFlags {
    private static final int LARGEST_COUNT = 100_000;

    /** Below it not even a JVM starts. */
    private static final int SMALLEST_MEMORY_MB = 256;

    @Option(
            names = {"--job"},
            paramLabel = "FILE",
            description = "the Python script to run in every worker")
    private Path job;

    @Option(
            names = {"--num-workers", "--num-worker", "-numberworkers"},
            paramLabel = "N",
            description = "workers (default: 1)")
    private int workers = 1;

    @Option(
            names = {"--num-ps", "-numberps"},
            paramLabel = "N",
            description = "parameter servers (default: 0)")
    private int ps;

    @Option(
            names = "--files",
            paramLabel = "FILE",
            split = ",",
            description = "files for the working directory of every task, comma-separated")
    private List<Path> files = List.of();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "the application's name (default: that of the job file)")
    private String name;

    @Option(names = "--queue", paramLabel = "QUEUE", description = "YARN queue (default: default)")
    private String queue = "default";

    @Option(
            names = "--worker-memory",
            paramLabel = "SIZE",
            converter = Units.Memory.class,
            description = "memory of a worker, as 512m or 2g (default: 1g)")
    private int workerMemory = 1024;

    @Option(
            names = "--ps-memory",
            paramLabel = "SIZE",
            converter = Units.Memory.class,
            description = "memory of a parameter server (default: 1g)")
    private int psMemory = 1024;

    @Option(
            names = "--am-memory",
            paramLabel = "SIZE",
            converter = Units.Memory.class,
            description = "memory of the application master (default: 512m)")
    private int masterMemory = 512;

    @Option(names = "--worker-cores", paramLabel = "N", description = "vcores of a worker (default: 1)")
    private int workerCores = 1;

    @Option(names = "--ps-cores", paramLabel = "N", description = "vcores of a parameter server (default: 1)")
    private int psCores = 1;

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
    private Duration allocationTimeout = Limits.DEFAULT.allocation();

    @Option(
            names = "--registration-timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "give up on a container that is not ready by then (default: 5m)")
    private Duration registrationTimeout = Limits.DEFAULT.registration();

    @Option(
            names = "--stop-grace",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "between SIGTERM and SIGKILL for the job's processes (default: 10s)")
    private Duration stopGrace = Limits.DEFAULT.stopGrace();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "a variable for the job's processes; may be given several times")
    private Map<String, String> environment = Map.of();

    @Option(
            names = "--python",
            paramLabel = "PATH",
            description = "the nodes' Python with TensorFlow (default: python3; on a local cluster ydl makes one)")
    private String python;

    @Option(
            names = "--tf-lib",
            paramLabel = "PATH",
            description = "libtensorflow_cc.so.2 on the nodes (default: that of the job's Python, then ydl's own)")
    private String tfLibrary;

    @Option(names = "--jar", hidden = true, description = "accepted for compatibility; ydl ships its own jars")
    private Path jar;

    @Parameters(paramLabel = "ARGUMENT", description = "arguments of the job, after --", arity = "0..*")
    private List<String> arguments = List.of();

    /** The Python the user named, if any. */
    Optional<String> python() {
        return Optional.ofNullable(python);
    }

    Duration allocationTimeout() {
        return allocationTimeout;
    }

    /** Whether a flag was given that has no meaning any more. */
    boolean namesJar() {
        return jar != null;
    }

    /** Everything that is wrong with them. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (job == null) {
            problems.add("-job is missing: name the script to run");
        } else {
            problems.addAll(new JobScript(job).problems());
        }
        within(problems, "--num-workers", workers, 1);
        within(problems, "--num-ps", ps, 0);
        atLeast(problems, "--worker-memory", workerMemory);
        atLeast(problems, "--ps-memory", psMemory);
        atLeast(problems, "--am-memory", masterMemory);
        positive(problems, "--worker-cores", workerCores);
        positive(problems, "--ps-cores", psCores);
        Map<String, Duration> times = new TreeMap<>(Map.of(
                "--allocation-timeout", allocationTimeout,
                "--registration-timeout", registrationTimeout));
        Optional.ofNullable(timeout).ifPresent(limit -> times.put("--timeout", limit));
        times.forEach((flag, time) -> {
            if (time.isZero()) {
                problems.add(flag + " must be longer than nothing");
            }
        });
        files.stream()
                .filter(file -> !Files.isRegularFile(file))
                .forEach(file -> problems.add("--files " + file + ": no such file"));
        problems.addAll(nameProblems());
        return problems;
    }

    /** All shipped files lie side by side in a task's working directory. */
    private List<String> nameProblems() {
        List<String> problems = new ArrayList<>();
        Map<String, Path> taken = new TreeMap<>();
        for (Path file : job == null ? files : shipped()) {
            String name = file.getFileName().toString();
            Path other = taken.putIfAbsent(name, file);
            if (other != null) {
                problems.add(file + " and " + other + " would have the same name in a task's working directory");
            }
            if (Submitter.RESERVED_LINKS.contains(name)) {
                problems.add(file + ": '" + name + "' is ydl's own in a task's working directory; rename it");
            }
        }
        return problems;
    }

    private List<Path> shipped() {
        List<Path> shipped = new ArrayList<>(List.of(job));
        shipped.addAll(new JobScript(job).declaredFiles());
        shipped.addAll(files);
        return shipped;
    }

    private static void within(List<String> problems, String flag, int value, int smallest) {
        if (value < smallest || value > LARGEST_COUNT) {
            problems.add(flag + " must be from " + smallest + " to " + LARGEST_COUNT + ", got " + value);
        }
    }

    private static void atLeast(List<String> problems, String flag, int memoryMb) {
        if (memoryMb < SMALLEST_MEMORY_MB) {
            problems.add(flag + " must be at least " + SMALLEST_MEMORY_MB + "m, got " + memoryMb + "m");
        }
    }

    private static void positive(List<String> problems, String flag, int value) {
        if (value < 1) {
            problems.add(flag + " must be more than 0, got " + value);
        }
    }

    /**
     * The job as it is to be submitted; only if there are no {@link #problems}.
     *
     * @param hasTensorFlow whether that Python is known to have TensorFlow, and with it the library for the servers
     */
    JobRequest request(String jobPython, boolean hasTensorFlow) {
        TreeMap<Role, RoleSpec> roles = new TreeMap<>();
        roles.put(Role.WORKER, RoleSpec.bridged(workers, workerMemory, workerCores, true));
        if (ps > 0) {
            roles.put(Role.PS, RoleSpec.bridged(ps, psMemory, psCores, false));
        }
        List<String> command =
                new ArrayList<>(List.of(jobPython, job.getFileName().toString()));
        command.addAll(arguments);
        Limits limits = new Limits(
                allocationTimeout,
                registrationTimeout,
                Limits.DEFAULT.heartbeat(),
                stopGrace,
                Limits.DEFAULT.masterLost(),
                Limits.DEFAULT.evaluation(),
                Limits.DEFAULT.clientLost(),
                Optional.ofNullable(timeout));
        JobSpec spec = new JobSpec(
                name != null ? name : job.getFileName().toString(),
                roles,
                new Program(command, environment, jobPython, Optional.ofNullable(tfLibrary), Optional.empty(), false),
                Decider.TRAINERS,
                false,
                limits);
        return new JobRequest(spec, shipped(), queue, masterMemory, tfLibrary == null && !hasTensorFlow);
    }
}
