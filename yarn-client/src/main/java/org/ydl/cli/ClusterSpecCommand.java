package org.ydl.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
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
    public ExitCode run(Screen screen) throws YdlException, IOException, InterruptedException {
        ApplicationId id = chosen.id();
        try (Connection connection = Connection.to(chosen.hadoop().runningSite())) {
            ClusterSpec spec = connection.applications().clusterSpec(id, wait);
            screen.result("ClusterSpec: " + spec.toJson());
            return ExitCode.SUCCEEDED;
        }
    }
}
