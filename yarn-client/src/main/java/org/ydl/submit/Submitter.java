package org.ydl.submit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ApplicationTimeoutType;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.api.YarnClientApplication;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.am.StagedFile;
import org.ydl.am.StagedJob;
import org.ydl.am.YarnAppMaster;
import org.ydl.am.yarn.LocalFiles;
import org.ydl.api.ExitCode;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;

/** Turns a job request into a running application: checks it against the cluster, stages its files, submits it. */
public final class Submitter {
    private static final String APPLICATION_TYPE = "YDL";
    private static final Duration LIFETIME_SLACK = Duration.ofMinutes(5);
    private static final String RUNNER_LINK = "ydl";
    private static final String NATIVE_LINK = "native";

    /** Names in a task's working directory that are not the user's. */
    public static final Set<String> RESERVED_LINKS = Set.of(RUNNER_LINK, NATIVE_LINK);

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

    /** A point that a submission may not pass. */
    public interface Checkpoint {
        void pass() throws YdlException;
    }

    /** A new application for the job, once the cluster could give what the job asks for. Nothing is staged yet. */
    public ApplicationSubmissionContext prepare(JobRequest request) throws YdlException {
        try {
            YarnClientApplication application = yarn.createApplication();
            check(request, application.getNewApplicationResponse().getMaximumResourceCapability());
            return application.getApplicationSubmissionContext();
        } catch (YarnException e) {
            throw refused(e);
        } catch (IOException e) {
            throw new YdlException(ExitCode.UNREACHABLE, "the ResourceManager does not answer: " + e.getMessage(), e);
        }
    }

    /**
     * Stages the job's files and submits it. Leaves nothing behind when it fails.
     *
     * @param between called when all is staged and nothing is submitted yet; may stop it there
     */
    public void submit(JobRequest request, ApplicationSubmissionContext context, Checkpoint between)
            throws YdlException, IOException {
        boolean submitted = false;
        try {
            stage(request, context);
            between.pass();
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

    private void check(JobRequest request, Resource largest) throws YdlException, IOException, YarnException {
        List<String> problems = new ArrayList<>();
        for (Map.Entry<Role, RoleSpec> role : request.spec().roles().entrySet()) {
            RoleSpec wanted = role.getValue();
            tooLarge(
                    problems,
                    "--" + role.getKey().label() + "-memory",
                    wanted.size().memoryMb(),
                    largest.getMemorySize(),
                    "MiB");
            tooLarge(
                    problems,
                    "--" + role.getKey().label() + "-cores",
                    wanted.size().vcores(),
                    largest.getVirtualCores(),
                    "vcores");
        }
        tooLarge(problems, "--am-memory", request.masterMemoryMb(), largest.getMemorySize(), "MiB");
        if (yarn.getQueueInfo(request.queue()) == null) {
            problems.add("--queue " + request.queue() + ": the cluster has no such queue");
        }
        if (!problems.isEmpty()) {
            throw new YdlException(ExitCode.BAD_COMMAND, String.join("\n", problems));
        }
    }

    private static void tooLarge(List<String> problems, String flag, long wanted, long largest, String unit) {
        if (wanted > largest) {
            problems.add(flag + " " + wanted + ": the cluster gives a container at most " + largest + " " + unit);
        }
    }

    private void stage(JobRequest request, ApplicationSubmissionContext context) throws IOException {
        String appId = context.getApplicationId().toString();
        org.apache.hadoop.fs.Path dir = staging.create(appId);

        List<Path> runner = new ArrayList<>(distribution.program("container-runner"));
        runner.add(distribution.runScript());
        List<StagedFile> taskFiles = new ArrayList<>();
        taskFiles.add(staging.cachedArchive(RUNNER_LINK, new Bundle(runner)));
        for (Path file : request.files()) {
            taskFiles.add(staging.upload(new org.apache.hadoop.fs.Path(dir, "files"), file));
        }
        Map<String, String> containerEnvironment = new TreeMap<>();
        if (request.nativeLibrary() && distribution.nativeLibrary().isPresent()) {
            taskFiles.add(
                    staging.cachedJar(NATIVE_LINK, distribution.nativeLibrary().get()));
            containerEnvironment.put("YDL_NATIVE", NATIVE_LINK);
        }

        StagedJob job = new StagedJob(request.spec(), dir.toString(), taskFiles, containerEnvironment);
        List<StagedFile> masterFiles = List.of(
                staging.cachedArchive("am", new Bundle(distribution.program("app-master"))),
                staging.archive(dir, "conf", new Bundle(site.siteFiles())),
                staging.write(dir, StagedJob.FILE_NAME, job.toJson()));
        describe(request, context, masterFiles);
    }

    private static void describe(
            JobRequest request, ApplicationSubmissionContext context, List<StagedFile> masterFiles) {
        context.setApplicationName(request.spec().name());
        context.setApplicationType(APPLICATION_TYPE);
        context.setQueue(request.queue());
        // A second attempt could not take over the first one's containers yet.
        context.setMaxAppAttempts(1);
        // A last resort, should the application master itself hang: it ends the job in time otherwise.
        request.spec()
                .limits()
                .job()
                .ifPresent(limit -> context.setApplicationTimeouts(Map.of(
                        ApplicationTimeoutType.LIFETIME,
                        limit.plus(request.spec().limits().allocation())
                                .plus(LIFETIME_SLACK)
                                .toSeconds())));
        context.setResource(Resource.newInstance(request.masterMemoryMb(), 1));
        context.setAMContainerSpec(ContainerLaunchContext.newInstance(
                LocalFiles.of(masterFiles),
                Map.of(),
                List.of(command(request.masterMemoryMb())),
                Map.of(),
                null,
                Map.of()));
    }

    /** Two thirds of the container for the heap; the rest is gRPC's buffers, threads and code. */
    private static String command(int memoryMb) {
        return "exec ${JAVA_HOME:+$JAVA_HOME/bin/}java -Xmx" + memoryMb * 2 / 3 + "m"
                + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:-UsePerfData"
                + " -cp 'conf:am/*' " + YarnAppMaster.class.getName() + " 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr";
    }
}
