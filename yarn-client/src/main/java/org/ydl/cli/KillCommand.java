package org.ydl.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ydl-tf kill ID}: ends a running job. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        header = "Ends a running job.",
        customSynopsis = "ydl-tf kill ID",
        footer = {"", "Example:", "  ydl-tf kill application_1700000000000_0001"})
final class KillCommand implements Ydl.Action {
    @Parameters(arity = "0..1", paramLabel = "ID", description = "the YARN application")
    private String id;

    @Option(
            names = {"--application", "--app-id"},
            paramLabel = "ID",
            description = "the same as a flag")
    private String application;

    @Mixin
    private HadoopFlags hadoop;

    @Override
    public int words() {
        return 1;
    }

    @Override
    public List<String> problems() {
        return ApplicationIds.problems("the application's id", chosen(), hadoop);
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException, InterruptedException {
        ApplicationId target = ApplicationId.fromString(chosen());
        try (Connection connection = Connection.to(hadoop.runningSite())) {
            Applications applications = connection.applications();
            ApplicationReport report = applications.report(target);
            Optional<Outcome> ended = Applications.outcome(report);
            if (ended.isPresent()) {
                screen.result(target + " has ended already: " + report.getFinalApplicationStatus());
                return ExitCode.SUCCEEDED;
            }
            Outcome outcome = applications.kill(target, "ydl-tf kill by " + System.getProperty("user.name"));
            screen.result(target + " " + outcome.verdict());
            return ExitCode.SUCCEEDED;
        }
    }

    private String chosen() {
        return id != null ? id : application;
    }
}
