package org.ydl.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;
import org.ydl.client.AggregatedLogs;
import org.ydl.client.Applications;
import org.ydl.client.JobLogs;
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
            "YARN collects them when a job has ended. To watch a running one: ydl-tf attach ID --logs all",
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
            Optional<String> container =
                    task == null ? Optional.empty() : Optional.of(containerOf(report, status, TaskId.parse(task)));
            JobLogs logs = new JobLogs(names(applications, report, status), container, screen.stdout());
            if (Applications.hasEnded(report)) {
                AggregatedLogs collected = new AggregatedLogs(site.conf());
                logs.copyCollected((wanted, to) -> collected.copy(report, wanted, to));
            }
            if (site.local()) {
                logs.copyLocal(LocalSite.containerLogsOf(id.toString()));
            }
            screen.stdout().flush();
            if (logs.isEmpty()) {
                throw new YdlException(ExitCode.UNREACHABLE, missing(report));
            }
            String why = Applications.hasEnded(report) ? "not collected yet" : "nothing written yet";
            logs.missing().forEach(name -> screen.say("ydl: " + name + ": " + why));
            return ExitCode.SUCCEEDED;
        }
    }

    /** What to call the containers; none if the tasks are not known. */
    private static Map<String, String> names(
            Applications applications, ApplicationReport report, Optional<JobStatus> status) {
        Map<String, String> names =
                new HashMap<>(status.map(LogsCommand::tasksByContainer).orElse(Map.of()));
        if (!names.isEmpty()) {
            applications.masterContainer(report).ifPresent(master -> names.put(master, "application master"));
        }
        return names;
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
