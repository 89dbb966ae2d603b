package org.ydl.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ydl-tf wait ID}: waits for a job's end. */
@Command(
        name = "wait",
        mixinStandardHelpOptions = true,
        header = "Waits for the end of a job and exits as it did.",
        customSynopsis = "ydl-tf wait ID [--timeout TIME]",
        footer = {
            "",
            "The exit code is that of the job, or 4 if it runs on after --timeout.",
            "",
            "Example:",
            "  ydl-tf wait application_1700000000000_0001 --timeout 2h && next-step"
        })
final class WaitCommand implements Ydl.Action {
    /** Longer than any job, short enough to be counted in nanoseconds. */
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    @Mixin
    private ChosenApplication chosen;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "give up waiting after this time, as 90s, 5m or 2h; the job runs on (default: never)")
    private Duration timeout = FOR_EVER;

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
            Applications applications = connection.applications();
            applications.job(id);
            Optional<Outcome> outcome = applications.awaitEnd(id, timeout);
            if (outcome.isEmpty()) {
                throw new YdlException(
                        ExitCode.TIMED_OUT, id + " runs on: it has not ended within " + timeout.toSeconds() + " s");
            }
            return screen.ended(id.toString(), outcome.get());
        }
    }
}
