package org.ydl.cli;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ydl-tf status ID}: where a job is, what each of its tasks does, how it ended. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        header = "Shows where a job is and what each of its tasks does.",
        customSynopsis = "ydl-tf status ID [--json]",
        footer = {
            "",
            "The exit code is 0 whenever the job is known, whatever became of it.",
            "",
            "Examples:",
            "  ydl-tf status application_1700000000000_0001",
            "  ydl-tf status application_1700000000000_0001 --json | jq -r .outcome.code"
        })
final class StatusCommand implements Ydl.Action {
    @Mixin
    private ChosenApplication chosen;

    @Option(names = "--json", description = "one JSON object on standard output")
    private boolean json;

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
        try (Connection connection = Connection.to(chosen.hadoop().runningSite())) {
            Applications applications = connection.applications();
            ApplicationReport application = applications.job(chosen.id());
            JobReport report = new JobReport(application, applications.status(application));
            if (json) {
                screen.result(report.json());
            } else {
                report.text().forEach(screen::result);
            }
            return ExitCode.SUCCEEDED;
        }
    }
}
