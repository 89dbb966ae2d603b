package org.ydl.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.client.Applications;
import org.ydl.client.ClientJob;
import org.ydl.client.ClientProgram;
import org.ydl.client.JobFollower;
import org.ydl.request.JobShape;
import org.ydl.submit.DryRun;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.JobRequest;
import org.ydl.submit.YdlException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** {@code ydl-tf -job job.py …} and {@code ydl-tf run job.yaml}: submits a job and stays with it until it ends. */
@Command(
        name = "run",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        header = "Runs a job and stays with it; Ctrl-C kills it.",
        customSynopsis = {
            "ydl-tf -job FILE [flags] [-- arguments of the job]",
            "       ydl-tf [flags] -- COMMAND WORD…",
            "       ydl-tf run JOB.YAML [flags] [-- arguments of the job]"
        },
        footer = {
            "",
            "Flags take one dash or two, and -, _ or nothing between words. What is said of a worker can be said of",
            "each role: --ps-memory, --chief-cores, --evaluator-gpus, --worker-node-label.",
            "",
            "Examples:",
            "  ydl-tf -job job.py -numberworkers 4 -numberps 1",
            "  ydl-tf --job job.py --num-workers 2 --worker-memory 2g --timeout 1h -- --batch_size 64",
            "  ydl-tf -w 1 -s 1 -- python train.py --ps_hosts {ps_hosts} --task_index {task_index}",
            "  ydl-tf run job.yaml --queue research --detach"
        })
final class RunCommand implements Ydl.Action {
    @Mixin
    private JobFlags job;

    @Mixin
    private OutputFlags output;

    @Option(names = "--detach", description = "submit the job, print its id and leave it running")
    private boolean detach;

    @Option(names = "--dry-run", description = "print what would be submitted, and submit nothing")
    private boolean dryRun;

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
        problems.addAll(output.problems(job.cluster().roles().counts()));
        if (detach && job.program().runsHere()) {
            problems.add("--detach leaves the job to the cluster, and --deploy-mode client keeps it here");
        }
        return problems;
    }

    @Override
    public ExitCode run(Screen screen) throws YdlException, IOException, InterruptedException {
        if (job.program().namesJar()) {
            screen.say("ydl: -jar is not needed and was ignored: ydl ships its own jars");
        }
        job.program().takenAlong().ifPresent(files -> screen.say("ydl: sending along " + files));
        JobShape shape = job.shape();
        shape.reasons().forEach(reason -> screen.say("ydl: " + reason));
        Optional<HadoopSite> configured = hadoop.site();
        JobPython python = JobPython.of(
                job.cluster().runtime(),
                configured.isEmpty(),
                job.program().program().needsPython());
        if (dryRun) {
            return show(screen, shape, python);
        }
        LocalSite local = new LocalSite(screen);
        if (configured.isEmpty()) {
            local.announce();
        }
        // Before the cluster: it is the one of the two that may be missing.
        if (python.own()) {
            local.makePython();
        }
        HadoopSite site = configured.isPresent() ? configured.get() : local.start();
        JobRequest request = job.request(shape, python);
        try (Connection connection = Connection.to(site)) {
            return new Submission(screen, site, connection)
                    .submit(request, (id, applications) -> stay(screen, id, applications, shape, request));
        }
    }

    private ExitCode show(Screen screen, JobShape shape, JobPython python) {
        Optional<List<String>> here = job.program().runsHere() ? Optional.of(job.commandHere(shape)) : Optional.empty();
        screen.result(DryRun.of(job.request(shape, python), here).stripTrailing());
        return ExitCode.SUCCEEDED;
    }

    private ExitCode stay(
            Screen screen, ApplicationId id, Applications applications, JobShape shape, JobRequest request)
            throws YdlException, InterruptedException {
        if (detach) {
            screen.endPhases();
            screen.say("ydl: it runs on; ydl-tf attach " + id + " follows it, ydl-tf kill " + id + " ends it");
            screen.result(id.toString());
            return ExitCode.SUCCEEDED;
        }
        Outcome outcome = job.program().runsHere()
                ? new ClientJob(applications, screen, program(shape, request))
                        .run(id, job.cluster().patience())
                : new JobFollower(applications, screen, output.choice())
                        .follow(id, job.cluster().patience());
        applications.removeStaging(id);
        return screen.ended(id.toString(), outcome);
    }

    /** What runs beside this client. */
    private ClientProgram program(JobShape shape, JobRequest request) {
        return new ClientProgram(
                job.commandHere(shape),
                job.program().environment(),
                request.spec().program().python(),
                job.program().program().source().orElse(Path.of("")).toAbsolutePath(),
                job.program().allClients(),
                job.program().sparse(),
                request.spec().limits().stopGrace());
    }
}
