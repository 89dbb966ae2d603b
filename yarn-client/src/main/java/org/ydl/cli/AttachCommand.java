package org.ydl.cli;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.Applications;
import org.ydl.client.JobFollower;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ydl-tf attach ID}: follows a job as the client did that submitted it. */
@Command(
        name = "attach",
        mixinStandardHelpOptions = true,
        header = "Follows a running job; Ctrl-C leaves it running.",
        customSynopsis = "ydl-tf attach ID [--logs TASKS]",
        footer = {
            "",
            "What the chief has written last is shown first. The exit code is that of the job.",
            "",
            "Examples:",
            "  ydl-tf attach application_1700000000000_0001",
            "  ydl-tf attach application_1700000000000_0001 --logs worker:1,ps:0"
        })
final class AttachCommand implements Ydl.Action {
    @Mixin
    private ChosenApplication chosen;

    @Mixin
    private OutputFlags output;

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
            Thread farewell = new Thread(() -> leave(screen, id), "farewell");
            Runtime.getRuntime().addShutdownHook(farewell);
            Outcome outcome;
            boolean leaving;
            try {
                outcome = new JobFollower(applications, screen, output.choice()).follow(id);
            } finally {
                leaving = isLeaving(farewell);
            }
            return leaving ? ExitCode.INTERRUPTED : screen.ended(id.toString(), outcome);
        }
    }

    /** Whether there was a Ctrl-C; if not, there is no farewell from here on. */
    private static boolean isLeaving(Thread farewell) {
        try {
            Runtime.getRuntime().removeShutdownHook(farewell);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    private static void leave(Screen screen, ApplicationId id) {
        try (LastWords words = LastWords.on(screen)) {
            words.say("ydl: " + id + " runs on; ydl-tf kill " + id + " ends it");
        }
    }
}
