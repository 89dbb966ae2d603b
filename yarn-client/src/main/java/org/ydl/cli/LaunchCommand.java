package org.ydl.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.Program;
import org.ydl.api.Role;
import org.ydl.client.Applications;
import org.ydl.client.JobFollower;
import org.ydl.client.OutputChoice;
import org.ydl.request.JobShape;
import org.ydl.submit.DryRun;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.JobRequest;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code ydl-tf launch}: starts servers, prints where they are and leaves them running. */
@Command(
        name = "launch",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        header = "Starts TensorFlow servers, prints their ClusterSpec and leaves them running.",
        customSynopsis = "ydl-tf launch [--num-workers N] [--num-ps N] [flags]",
        footer = {
            "",
            "They run until ydl-tf kill ID, or --timeout.",
            "",
            "Examples:",
            "  ydl-tf launch --num_worker 2 --num_ps 1",
            "  ydl-tf launch -w 4 -s 2 --worker-memory 4g --timeout 8h"
        })
final class LaunchCommand implements Ydl.Action {
    private static final String NAME = "servers";

    /** They are all there already. */
    private static final Duration SPEC_LIMIT = Duration.ofSeconds(30);

    @Mixin
    private ClusterFlags cluster;

    @Mixin
    private HadoopFlags hadoop;

    @Option(names = "--dry-run", description = "print what would be submitted, and submit nothing")
    private boolean dryRun;

    @Override
    public void declare(CommandSpec command) {
        cluster.declare(command);
    }

    @Override
    public List<String> problems() {
        List<String> problems = new ArrayList<>(cluster.problems());
        problems.addAll(hadoop.problems());
        if (cluster.roles().counts().get(Role.EVALUATOR) > 0) {
            problems.add("--num-evaluator has no meaning here: an evaluator runs a program, and launch runs none");
        }
        return problems;
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException, InterruptedException {
        Optional<HadoopSite> configured = hadoop.site();
        // No program runs: the servers' library is that of a Python that was named, or ydl's own.
        JobPython python = JobPython.of(cluster.runtime(), configured.isEmpty(), false);
        Program program = new Program(List.of(), Map.of(), python.path(), cluster.tfLibrary(), Optional.empty(), false);
        JobRequest request = cluster.request(NAME, JobShape.serversOnly(), program, false, List.of(), false);
        if (dryRun) {
            screen.result(DryRun.of(request, Optional.empty()).stripTrailing());
            return ExitCode.SUCCEEDED;
        }
        LocalSite local = new LocalSite(screen);
        if (configured.isEmpty()) {
            local.announce();
        }
        HadoopSite site = configured.isPresent() ? configured.get() : local.start();
        try (Connection connection = Connection.to(site)) {
            return new Submission(screen, site, connection)
                    .submit(request, (id, applications) -> awaitServers(screen, id, applications));
        }
    }

    private ExitCode awaitServers(Screen screen, ApplicationId id, Applications applications)
            throws YdlException, InterruptedException {
        screen.servesOnly();
        Optional<Outcome> ended =
                new JobFollower(applications, screen, OutputChoice.NONE).followUntilRunning(id, cluster.patience());
        if (ended.isPresent()) {
            applications.removeStaging(id);
            return screen.ended(id.toString(), ended.get());
        }
        ClusterSpec spec = applications.clusterSpec(id, SPEC_LIMIT);
        screen.endPhases();
        screen.say("ydl: they run until: ydl-tf kill " + id);
        screen.result("ClusterSpec: " + spec.toJson());
        return ExitCode.SUCCEEDED;
    }
}
