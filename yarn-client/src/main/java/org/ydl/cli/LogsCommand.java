package org.ydl.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobStatus;
import org.ydl.client.AggregatedLogs;
import org.ydl.client.Applications;
import org.ydl.client.JobContainers;
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
            "A task that was moved has had several containers: they come one after the other, the oldest first.",
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
            JobContainers containers = status.map(
                            known -> JobContainers.of(known, applications.masterContainers(report)))
                    .orElse(JobContainers.UNKNOWN);
            JobLogs logs = task == null
                    ? JobLogs.ofAll(containers, screen.stdout())
                    : JobLogs.of(containersOf(TaskId.parse(task), containers, status, report), screen.stdout());
            if (Applications.hasEnded(report)) {
                logs.copyCollected(new AggregatedLogs(site.conf(), report));
            }
            if (site.local()) {
                logs.copyLocal(LocalSite.containerLogsOf(id.toString()));
            }
            screen.stdout().flush();
            if (logs.isEmpty()) {
                throw new YdlException(ExitCode.UNREACHABLE, missing(report));
            }
            String why = Applications.hasEnded(report) ? "not collected so far" : "nothing written yet";
            logs.missing().forEach(name -> screen.say("ydl: " + name + ": " + why));
            return ExitCode.SUCCEEDED;
        }
    }

    private static JobContainers containersOf(
            TaskId wanted, JobContainers containers, Optional<JobStatus> status, ApplicationReport report)
            throws YdlException {
        if (status.isEmpty()) {
            throw new YdlException(
                    ExitCode.UNREACHABLE,
                    "which container " + wanted + " had is not known: " + report.getApplicationId()
                            + " has no application master to ask, and left no history. Without --task all logs are shown.");
        }
        JobContainers found = containers.of(wanted);
        if (found.all().isEmpty()) {
            throw new YdlException(
                    ExitCode.BAD_COMMAND,
                    report.getApplicationId() + " has no container for " + wanted + "; its tasks are "
                            + status.get().getTasksList().stream()
                                    .map(known -> TaskId.from(known.getTask()).toString())
                                    .collect(Collectors.joining(", ")));
        }
        return found;
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
