package org.ydl.cli;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ydl-tf list}: this user's jobs. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        header = "Lists your jobs.",
        customSynopsis = "ydl-tf list [--all]",
        footer = {"", "Examples:", "  ydl-tf list", "  ydl-tf list --all"})
final class ListCommand implements Ydl.Action {
    @Option(names = "--all", description = "also those that have ended, as far as YARN remembers them")
    private boolean all;

    /** {@code application --list} is what the second generation of TensorFlow on YARN called this command. */
    @Option(names = "--list", hidden = true, description = "accepted for compatibility")
    private boolean list;

    @Mixin
    private HadoopFlags hadoop;

    @Override
    public List<String> problems() {
        return hadoop.problems();
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException {
        try (Connection connection = Connection.to(hadoop.runningSite())) {
            String user = UserGroupInformation.getCurrentUser().getShortUserName();
            List<ApplicationReport> jobs = connection.applications().jobsOf(user).stream()
                    .filter(job -> all || !Applications.hasEnded(job))
                    .toList();
            if (jobs.isEmpty()) {
                screen.say("ydl: no ydl job of " + user + (all ? " is known" : " runs; --all shows those that ended"));
            } else {
                table(jobs).forEach(screen::result);
            }
            return ExitCode.SUCCEEDED;
        }
    }

    static List<String> table(List<ApplicationReport> jobs) {
        TextTable table = new TextTable("ID", "NAME", "STATE", "RESULT", "STARTED", "QUEUE");
        for (ApplicationReport job : jobs) {
            table.add(
                    job.getApplicationId().toString(),
                    job.getName(),
                    job.getYarnApplicationState().name(),
                    Applications.outcome(job)
                            .map(outcome -> outcome.code().name())
                            .orElse("-"),
                    Times.text(job.getStartTime()),
                    job.getQueue());
        }
        return table.lines();
    }
}
