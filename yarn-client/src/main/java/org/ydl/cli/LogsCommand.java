package org.ydl.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.ydl.api.ExitCode;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;
import org.ydl.client.AggregatedLogs;
import org.ydl.client.Applications;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ydl-tf logs ID}: what the containers of a job wrote. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        header = "Prints the logs of a job's containers.",
        customSynopsis = "ydl-tf logs ID [--task TASK]",
        footer = {
            "",
            "YARN collects the logs when a job has ended. To see a running one: ydl-tf attach ID --logs all",
            "",
            "Examples:",
            "  ydl-tf logs application_1700000000000_0001",
            "  ydl-tf logs application_1700000000000_0001 --task worker:1"
        })
final class LogsCommand implements Ydl.Action {
    @Mixin
    private ChosenApplication chosen;

    @Option(names = "--task", paramLabel = "TASK", description = "only this one, as worker:1 (default: all containers)")
    private String task;

    @Override
    public int words() {
        return 1;
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(chosen.problems());
        if (task != null) {
            try {
                TaskId.parse(task);
            } catch (IllegalArgumentException e) {
                problems.add("--task: " + e.getMessage());
            }
        }
        return problems;
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException {
        ApplicationId id = chosen.id();
        HadoopSite site = chosen.hadoop().runningSite();
        try (Connection connection = Connection.to(site)) {
            Applications applications = connection.applications();
            ApplicationReport report = applications.job(id);
            Optional<JobStatus> status = applications.status(report);
            Map<String, String> tasks =
                    status.map(LogsCommand::tasksByContainer).orElse(Map.of());
            Optional<String> container =
                    task == null ? Optional.empty() : Optional.of(containerOf(report, status, TaskId.parse(task)));
            boolean found = Applications.hasEnded(report)
                    && copyCollected(new AggregatedLogs(site.conf()), report, container, tasks, screen.stdout());
            if (!found && site.local()) {
                found = copyLocal(LocalSite.containerLogsOf(id.toString()), container, tasks, screen.stdout());
            }
            screen.stdout().flush();
            if (!found) {
                throw new YdlException(ExitCode.UNREACHABLE, missing(report));
            }
            return ExitCode.SUCCEEDED;
        }
    }

    private static Map<String, String> tasksByContainer(JobStatus status) {
        return status.getTasksList().stream()
                .filter(known -> !known.getContainerId().isEmpty())
                .collect(Collectors.toMap(
                        TaskStatus::getContainerId,
                        known -> TaskId.from(known.getTask()).toString(),
                        (one, other) -> one));
    }

    private static String containerOf(ApplicationReport report, Optional<JobStatus> status, TaskId wanted)
            throws YdlException {
        if (status.isEmpty()) {
            throw new YdlException(
                    ExitCode.UNREACHABLE,
                    "which container " + wanted + " had is not known: " + report.getApplicationId()
                            + " has no application master to ask, and left no history. Without --task all logs are shown.");
        }
        return status.get().getTasksList().stream()
                .filter(known -> TaskId.from(known.getTask()).equals(wanted))
                .map(TaskStatus::getContainerId)
                .filter(container -> !container.isEmpty())
                .findFirst()
                .orElseThrow(() -> new YdlException(
                        ExitCode.BAD_COMMAND,
                        report.getApplicationId() + " has no container for " + wanted + "; it has "
                                + String.join(", ", new TreeMap<>(tasksByContainer(status.get())).values())));
    }

    /** One container, or all of them: by task, as far as the tasks are known. */
    private static boolean copyCollected(
            AggregatedLogs logs,
            ApplicationReport report,
            Optional<String> container,
            Map<String, String> tasks,
            PrintStream to) {
        if (container.isEmpty() && tasks.isEmpty()) {
            return logs.copy(report, Optional.empty(), to);
        }
        Map<String, String> names = new HashMap<>(tasks);
        names.put(master(report), "application master");
        List<String> wanted = container.isPresent()
                ? List.of(container.get())
                : names.keySet().stream()
                        .sorted(Comparator.comparing(names::get))
                        .toList();
        boolean found = false;
        for (String each : wanted) {
            found |= logs.copy(report, Optional.of(each), new HeadedStream(() -> head(to, names, each), to));
        }
        return found;
    }

    /** Writes a head before the first byte, and none if nothing comes. */
    private static final class HeadedStream extends FilterOutputStream {
        private final Runnable head;
        private boolean begun;

        HeadedStream(Runnable head, OutputStream to) {
            super(to);
            this.head = head;
        }

        @Override
        public void write(int next) throws IOException {
            begin();
            out.write(next);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            begin();
            out.write(bytes, offset, length);
        }

        private void begin() {
            if (!begun) {
                begun = true;
                head.run();
            }
        }
    }

    /** YARN gives an application's master its first container. */
    private static String master(ApplicationReport report) {
        return ContainerId.newContainerId(report.getCurrentApplicationAttemptId(), 1)
                .toString();
    }

    /** From the directories of a cluster on this machine. */
    static boolean copyLocal(
            List<Path> directories, Optional<String> container, Map<String, String> tasks, PrintStream to)
            throws IOException {
        List<Path> wanted = directories.stream()
                .filter(directory -> container.isEmpty()
                        || container.get().equals(directory.getFileName().toString()))
                .sorted(Comparator.comparing(Path::getFileName))
                .toList();
        for (Path directory : wanted) {
            head(to, tasks, directory.getFileName().toString());
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(file ->
                                AggregatedLogs.FILES.contains(file.getFileName().toString()))
                        .sorted()
                        .toList()) {
                    if (Files.size(file) > 0) {
                        to.println("--- " + file.getFileName());
                        Files.copy(file, to);
                        to.println();
                    }
                }
            }
        }
        return !wanted.isEmpty();
    }

    private static void head(PrintStream to, Map<String, String> tasks, String container) {
        to.println("=== "
                + Optional.ofNullable(tasks.get(container))
                        .map(name -> name + "  " + container)
                        .orElse(container));
    }

    private static String missing(ApplicationReport report) {
        ApplicationId id = report.getApplicationId();
        return Applications.hasEnded(report)
                ? "YARN has no logs of " + id
                        + ".\n  why        it collects them some seconds after the end, keeps them for a while, and only if"
                        + " yarn.log-aggregation-enable is true\n  try        again in a moment; else the nodes' own log directories"
                : id + " still runs: YARN collects its logs when it has ended.\n  try        ydl-tf attach " + id
                        + " --logs all";
    }
}
