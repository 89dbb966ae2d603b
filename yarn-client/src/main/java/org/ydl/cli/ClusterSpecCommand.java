package org.ydl.cli;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.client.Applications;
import org.ydl.client.RunningJob;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ydl-tf cluster --app_id ID}: prints the ClusterSpec of a running job. */
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        header = "Prints the ClusterSpec of a running job.",
        customSynopsis = "ydl-tf cluster --app_id ID",
        footer = {"", "Example:", "  ydl-tf cluster --app_id application_1700000000000_0001"})
final class ClusterSpecCommand implements Ydl.Action {
    @Mixin
    private ChosenApplication chosen;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "how long to wait until all tasks have registered (default: 60s)")
    private Duration wait = Duration.ofSeconds(60);

    @Override
    public int words() {
        return 1;
    }

    @Override
    public List<String> problems() {
        return chosen.problems();
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException {
        ApplicationId id = chosen.id();
        try (Connection connection = Connection.to(chosen.hadoop().runningSite())) {
            ApplicationReport report = connection.applications().job(id);
            Optional<HostPort> master = Applications.master(report);
            if (master.isEmpty()) {
                String why = Applications.outcome(report)
                        .map(outcome -> " has ended: " + outcome.verdict())
                        .orElse(" has no application master yet: YARN says " + report.getYarnApplicationState());
                throw new YdlException(ExitCode.UNREACHABLE, id + why);
            }
            try (RunningJob job = new RunningJob(master.get())) {
                ClusterSpec spec = job.clusterSpec(wait)
                        .orElseThrow(() -> new YdlException(
                                ExitCode.UNREACHABLE, id + " ended before all of its tasks had registered"));
                screen.result("ClusterSpec: " + spec.toJson());
                return ExitCode.SUCCEEDED;
            } catch (StatusRuntimeException e) {
                throw new YdlException(
                        ExitCode.UNREACHABLE,
                        id + " gave no ClusterSpec within " + wait.toSeconds() + " s: "
                                + e.getStatus().getCode() + " from " + master.get(),
                        e);
            }
        }
    }
}
