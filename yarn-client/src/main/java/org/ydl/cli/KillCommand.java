package org.ydl.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ydl-tf kill ID}: ends a running job. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        header = "Ends a running job.",
        customSynopsis = "ydl-tf kill ID",
        footer = {"", "Example:", "  ydl-tf kill application_1700000000000_0001"})
final class KillCommand implements Ydl.Action {
    @Mixin
    private ChosenApplication chosen;

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
        ApplicationId target = chosen.id();
        try (Connection connection = Connection.to(chosen.hadoop().runningSite())) {
            Applications applications = connection.applications();
            Optional<Outcome> ended = Applications.outcome(applications.job(target));
            if (ended.isPresent()) {
                screen.result(target + " has ended already: " + ended.get().verdict());
                return ExitCode.SUCCEEDED;
            }
            Outcome outcome = applications.kill(target, "ydl-tf kill by " + System.getProperty("user.name"));
            screen.result(target + " " + outcome.verdict());
            return ExitCode.SUCCEEDED;
        }
    }
}
