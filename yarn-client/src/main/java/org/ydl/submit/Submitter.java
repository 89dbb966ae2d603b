package org.ydl.submit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.am.StagedFile;
import org.ydl.am.StagedJob;
import org.ydl.am.yarn.LocalFiles;
import org.ydl.am.yarn.MasterCommand;
import org.ydl.api.ExitCode;
import org.ydl.api.Limits;

/** Turns a job request into a running application: checks it against the cluster, stages its files, submits it. */
public final class Submitter {
    /** What YARN calls an application of ydl. */
    public static final String APPLICATION_TYPE = "YDL";

    /** The directory that the program's working tree is unpacked into. */
    public static final String SOURCE_LINK = "ydl-source";

    private static final Duration LIFETIME_SLACK = Duration.ofMinutes(5);
    private static final String RUNNER_LINK = "ydl";
    static final String NATIVE_LINK = "native";

    /** Of ydl and of YARN. Every name that begins with the first one and a dash is taken too. */
    private static final Set<String> RESERVED_LINKS = Set.of(
            RUNNER_LINK,
            NATIVE_LINK,
            "tmp",
            "container_tokens",
            "launch_container.sh",
            "default_container_executor.sh",
            "default_container_executor_session.sh");

    private final HadoopSite site;
    private final Distribution distribution;
    private final YarnClient yarn;
    private final Staging staging;

    public Submitter(HadoopSite site, Distribution distribution, YarnClient yarn, Staging staging) {
        this.site = site;
        this.distribution = distribution;
        this.yarn = yarn;
        this.staging = staging;
    }

    /** Whether a name in a task's working directory is not the user's to give. */
    public static boolean isReserved(String link) {
        return RESERVED_LINKS.contains(link) || link.startsWith(RUNNER_LINK + "-");
    }

    /** A new application for the job, once the cluster could give what the job asks for. Nothing is staged yet. */
    public ApplicationSubmissionContext prepare(JobRequest request) throws YdlException {
        try {
            YarnClientApplication application = yarn.createApplication();
            Resource largest = application.getNewApplicationResponse().getMaximumResourceCapability();
            List<String> problems = new ArrayList<>(new Feasibility(yarn, largest).problems(request));
            problems.addAll(missing(request));
            if (!problems.isEmpty()) {
                throw new YdlException(ExitCode.BAD_COMMAND, String.join("\n", problems));
            }
            return application.getApplicationSubmissionContext();
        } catch (YarnException e) {
            throw refused(e);
        } catch (IOException e) {
            throw new YdlException(ExitCode.UNREACHABLE, "the ResourceManager does not answer: " + e.getMessage(), e);
        }
    }

    /** What the cluster will not do as it was asked, though it takes the job. */
    public Optional<String> warning(JobRequest request) {
        return AttemptsCap.of(site.conf()).warning(request.placement().attempts());
    }

    /** What is said to be on the cluster and is not. */
    private List<String> missing(JobRequest request) {
        return Stream.concat(request.attachments().stream(), request.containers().java().stream())
                .filter(Attachment.Remote.class::isInstance)
                .map(Attachment.Remote.class::cast)
                .filter(remote -> !staging.exists(remote))
                .map(remote -> remote.address() + ": no such file, or you may not read it")
                .toList();
    }

    /** Stages the job's files, for {@link #submit}. Leaves nothing behind when it fails. */
    public void stage(JobRequest request, ApplicationSubmissionContext context) throws IOException {
        boolean staged = false;
        try {
            copyFiles(request, context);
            staged = true;
        } finally {
            if (!staged) {
                staging.remove(context.getApplicationId().toString());
            }
        }
    }

    /** Submits a job that is staged. Leaves nothing behind when it fails. */
    public void submit(ApplicationSubmissionContext context) throws YdlException, IOException {
        boolean submitted = false;
        try {
            yarn.submitApplication(context);
            submitted = true;
        } catch (YarnException e) {
            throw refused(e);
        } finally {
            if (!submitted) {
                staging.remove(context.getApplicationId().toString());
            }
        }
    }

    private static YdlException refused(YarnException cause) {
        String said = String.valueOf(cause.getMessage()).lines().findFirst().orElse("nothing");
        return new YdlException(ExitCode.REJECTED, "YARN refused the application: " + said, cause);
    }

    private void copyFiles(JobRequest request, ApplicationSubmissionContext context) throws IOException {
        String appId = context.getApplicationId().toString();
        org.apache.hadoop.fs.Path dir = staging.create(appId);

        List<Path> runner = new ArrayList<>(distribution.program("container-runner"));
        runner.addAll(distribution.scripts());
        List<StagedFile> taskFiles = new ArrayList<>();
        taskFiles.add(staging.cached(RUNNER_LINK, new Bundle(runner), true));
        for (Attachment attachment : request.attachments()) {
            taskFiles.add(staging.stage(new org.apache.hadoop.fs.Path(dir, "files"), attachment));
        }
        if (request.nativeLibrary() && distribution.nativeLibrary().isPresent()) {
            Content library = new Content.OneFile(distribution.nativeLibrary().get());
            taskFiles.add(staging.cached(NATIVE_LINK, library, true));
        }

        List<Path> master = new ArrayList<>(distribution.program("app-master"));
        master.addAll(distribution.scripts());
        List<StagedFile> masterFiles = new ArrayList<>();
        masterFiles.add(staging.cached("am", new Bundle(master), true));
        masterFiles.add(staging.archive(dir, "conf", new Bundle(site.siteFiles())));
        if (request.containers().java().isPresent()) {
            StagedFile java = staging.stage(dir, request.containers().java().get());
            taskFiles.add(java);
            masterFiles.add(java);
        }
        StagedJob job = new StagedJob(
                request.spec(),
                dir.toString(),
                staging.historyOf(appId).toString(),
                taskFiles,
                taskEnvironment(request));
        masterFiles.add(staging.write(dir, StagedJob.FILE_NAME, job.toJson()));
        describe(request, context, masterFiles);
    }

    /** What every task's container is started with, beside who it is. */
    static Map<String, String> taskEnvironment(JobRequest request) {
        Map<String, String> environment = new TreeMap<>(request.containers().environment());
        if (request.nativeLibrary()) {
            environment.put("YDL_NATIVE", NATIVE_LINK);
        }
        return environment;
    }

    static void describe(JobRequest request, ApplicationSubmissionContext context, List<StagedFile> masterFiles) {
        Placement placement = request.placement();
        context.setApplicationName(request.spec().name());
        context.setApplicationType(APPLICATION_TYPE);
        context.setQueue(placement.queue());
        placement.priority().ifPresent(priority -> context.setPriority(Priority.newInstance(priority)));
        context.setApplicationTags(placement.tags());
        placement.masterLabel().ifPresent(context::setNodeLabelExpression);
        context.setKeepContainersAcrossApplicationAttempts(true);
        context.setMaxAppAttempts(placement.attempts().most());
        context.setAttemptFailuresValidityInterval(placement.attempts().window().toMillis());
        lifetime(request)
                .ifPresent(limit ->
                        context.setApplicationTimeouts(Map.of(ApplicationTimeoutType.LIFETIME, limit.toSeconds())));
        Placement.Master master = placement.master();
        context.setResource(Resource.newInstance(master.memoryMb(), master.vcores()));
        context.setAMContainerSpec(ContainerLaunchContext.newInstance(
                LocalFiles.of(masterFiles),
                request.containers().environment(),
                List.of(MasterCommand.of(master.memoryMb())),
                Map.of(),
                null,
                Map.of()));
    }

    /** As asked for, or a last resort, should the application master itself hang: it ends the job in time otherwise. */
    static Optional<Duration> lifetime(JobRequest request) {
        Limits limits = request.spec().limits();
        return request.placement().lifetime().or(() -> limits.job()
                .map(limit -> limit.plus(limits.allocation()).plus(LIFETIME_SLACK)));
    }
}
