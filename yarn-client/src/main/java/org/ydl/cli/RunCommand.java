package org.ydl.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.Applications;
import org.ydl.client.JobFollower;
import org.ydl.request.JobShape;
import org.ydl.submit.Distribution;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.JobRequest;
import org.ydl.submit.Submitter;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** {@code ydl-tf -job job.py …}: submits a job and stays with it until it ends. */
@Command(
        name = "ydl-tf",
        sortOptions = false,
        usageHelpWidth = 110,
        mixinStandardHelpOptions = true,
        versionProvider = Ydl.Version.class,
        header = "Runs distributed TensorFlow on Hadoop YARN.",
        customSynopsis = {
            "ydl-tf -job FILE [-numberworkers N] [-numberps N] [flags] [-- arguments of the job]",
            "       ydl-tf cluster --app_id ID",
            "       ydl-tf kill ID"
        },
        footer = {
            "",
            "Flags take one dash or two, and -, _ or nothing between words.",
            "",
            "Examples:",
            "  ydl-tf -job job.py -numberworkers 4 -numberps 1",
            "  ydl-tf --job job.py --num-workers 2 --worker-memory 2g --timeout 1h -- --batch_size 64",
            "  ydl-tf cluster --app_id application_1700000000000_0001"
        })
final class RunCommand implements Ydl.Action {
    @Mixin
    private JobFlags job;

    @Mixin
    private HadoopFlags hadoop;

    @Override
    public void declare(CommandSpec command) {
        job.declare(command);
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(job.problems());
        problems.addAll(hadoop.problems());
        return problems;
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException, InterruptedException {
        if (job.program().namesJar()) {
            screen.say("ydl: -jar is not needed and was ignored: ydl ships its own jars");
        }
        JobShape shape = job.shape();
        shape.reasons().forEach(reason -> screen.say("ydl: " + reason));
        Optional<HadoopSite> configured = hadoop.site();
        Optional<LocalSite> local = configured.isPresent() ? Optional.empty() : Optional.of(new LocalSite(screen));
        local.ifPresent(LocalSite::announce);
        // Python first: it is the one of the two that may be missing.
        JobPython python = JobPython.of(
                job.cluster().runtime(), local, job.program().program().needsPython());
        HadoopSite site =
                configured.isPresent() ? configured.get() : local.orElseThrow().start();
        try (Connection connection = Connection.to(site)) {
            return run(screen, site, connection, job.request(shape, python));
        }
    }

    private ExitCode run(Screen screen, HadoopSite site, Connection connection, JobRequest request)
            throws YdlException, IOException, InterruptedException {
        Submitter submitter = new Submitter(site, Distribution.running(), connection.yarn(), connection.staging());
        Applications applications = connection.applications();
        applications.removeStagingOfEnded();
        ApplicationSubmissionContext context = submitter.prepare(request);
        ApplicationId id = context.getApplicationId();
        try (KillOnInterrupt guard = KillOnInterrupt.of(id, applications, screen)) {
            guard.submit(() -> submitter.submit(request, context, () -> {
                screen.phase("staged " + id);
                guard.check();
            }));
            screen.say("ydl: submitted " + id);
            if (site.local()) {
                screen.say("ydl: the logs of all its tasks will be in " + LocalSite.logsOf(id.toString()));
            }
            Outcome outcome = new JobFollower(applications, screen)
                    .follow(id, job.cluster().allocationTimeout());
            if (guard.interrupted()) {
                return ExitCode.INTERRUPTED;
            }
            applications.removeStaging(id);
            return report(screen, id, outcome);
        }
    }

    private static ExitCode report(Screen screen, ApplicationId id, Outcome outcome) {
        screen.endPhases();
        if (!outcome.succeeded()) {
            screen.say(outcome.message());
        }
        screen.result(id + " " + outcome.verdict());
        return outcome.code();
    }
}
