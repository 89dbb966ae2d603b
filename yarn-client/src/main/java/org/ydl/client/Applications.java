package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptReport;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.v1.JobStatus;
import org.ydl.submit.Staging;
import org.ydl.submit.Submitter;
import org.ydl.submit.YdlException;

/** What YARN knows about submitted jobs, and the ways to end them. */
public final class Applications implements JobFollower.Yarn {
    private static final Logger LOG = System.getLogger(Applications.class.getName());
    private static final Set<YarnApplicationState> ENDED =
            EnumSet.of(YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

    private static final Duration YARN_LIMIT = Duration.ofSeconds(20);

    private final YarnClient yarn;
    private final Staging staging;
    private final JobHistory history;

    public Applications(YarnClient yarn, Staging staging, JobHistory history) {
        this.yarn = yarn;
        this.staging = staging;
        this.history = history;
    }

    /** The applications of a user that are ydl jobs, those that run first, the newest first among each. */
    public List<ApplicationReport> jobsOf(String user) throws YdlException {
        try {
            return yarn
                    .getApplications(
                            null,
                            Set.of(user),
                            Set.of(Submitter.APPLICATION_TYPE),
                            EnumSet.allOf(YarnApplicationState.class))
                    .stream()
                    .sorted(Comparator.comparing((ApplicationReport report) -> hasEnded(report))
                            .thenComparing(ApplicationReport::getApplicationId, Comparator.reverseOrder()))
                    .toList();
        } catch (YarnException | IOException e) {
            throw new YdlException(ExitCode.UNREACHABLE, "the ResourceManager does not answer: " + e.getMessage(), e);
        }
    }

    /** The report of an application that a user named, which has to be a ydl job. */
    public ApplicationReport job(ApplicationId id) throws YdlException {
        ApplicationReport report = report(id);
        if (!Submitter.APPLICATION_TYPE.equals(report.getApplicationType())) {
            throw new YdlException(
                    ExitCode.BAD_COMMAND,
                    id + " is not a ydl job: it is '" + report.getName() + "' of " + report.getUser() + ", of the type "
                            + report.getApplicationType() + "; ydl-tf list shows your ydl jobs");
        }
        return report;
    }

    @Override
    public ApplicationReport report(ApplicationId id) throws YdlException {
        return find(id).orElseThrow(
                        () -> new YdlException(ExitCode.BAD_COMMAND, id + ": the cluster knows no such application"));
    }

    private Optional<ApplicationReport> find(ApplicationId id) throws YdlException {
        try {
            return Optional.of(yarn.getApplicationReport(id));
        } catch (ApplicationNotFoundException e) {
            return Optional.empty();
        } catch (YarnException | IOException e) {
            throw new YdlException(
                    ExitCode.UNREACHABLE,
                    "the ResourceManager does not answer: " + e.getMessage() + "\n  " + id
                            + " may still run; to end it: ydl-tf kill " + id,
                    e);
        }
    }

    /** The containers of the application master by its attempts, as far as YARN has given them and still knows. */
    public SortedMap<Integer, String> masterContainers(ApplicationReport report) {
        SortedMap<Integer, String> containers = new TreeMap<>();
        try {
            for (ApplicationAttemptReport attempt : yarn.getApplicationAttempts(report.getApplicationId())) {
                Optional.ofNullable(attempt.getAMContainerId())
                        .ifPresent(container ->
                                containers.put(attempt.getApplicationAttemptId().getAttemptId(), container.toString()));
            }
        } catch (YarnException | IOException e) {
            LOG.log(
                    Level.DEBUG,
                    "YARN does not know the attempts of " + report.getApplicationId() + ": " + e.getMessage());
        }
        return containers;
    }

    /** Where the application master listens; empty before it does, and from one that is lost to the next one. */
    public static Optional<HostPort> master(ApplicationReport report) {
        boolean up = report.getYarnApplicationState() == YarnApplicationState.RUNNING && report.getRpcPort() > 0;
        return up ? Optional.of(new HostPort(report.getHost(), report.getRpcPort())) : Optional.empty();
    }

    public static boolean hasEnded(ApplicationReport report) {
        return ENDED.contains(report.getYarnApplicationState());
    }

    /** What is known of the job's tasks: from its application master, or from the history once it has ended. */
    public Optional<JobStatus> status(ApplicationReport report) {
        Optional<HostPort> master = master(report);
        if (master.isPresent()) {
            try (RunningJob job = new RunningJob(master.get())) {
                return Optional.of(job.status());
            } catch (StatusRuntimeException e) {
                return Optional.empty(); // it does not answer
            }
        }
        try {
            return history.of(report.getApplicationId().toString());
        } catch (IOException e) {
            LOG.log(
                    Level.WARNING,
                    "the history of " + report.getApplicationId() + " cannot be read: " + e.getMessage());
            return Optional.empty();
        }
    }

    /** The sealed ClusterSpec of a running job; waits for it no longer than the limit. */
    public ClusterSpec clusterSpec(ApplicationId id, Duration limit) throws YdlException, InterruptedException {
        job(id);
        return new SpecQuestion(this, RunningJob::new, Time.REAL).ask(id, limit);
    }

    /** How the application ended, if it has. */
    public static Optional<Outcome> outcome(ApplicationReport report) {
        if (!hasEnded(report)) {
            return Optional.empty();
        }
        String said = Optional.ofNullable(report.getDiagnostics()).orElse("");
        return Outcome.fromDiagnostics(said).or(() -> Optional.of(withoutWord(report, said)));
    }

    /** The application master could not say how the job ended: YARN killed it, or it died. */
    private static Outcome withoutWord(ApplicationReport report, String said) {
        return switch (report.getYarnApplicationState()) {
            case KILLED -> new Outcome(ExitCode.KILLED, "the application was killed: " + said.strip());
            case FINISHED, FAILED, NEW, NEW_SAVING, SUBMITTED, ACCEPTED, RUNNING ->
                new Outcome(
                        ExitCode.CLUSTER_FAILED,
                        "the application master ended without a word.\n  YARN says   " + said.strip()
                                + "\n  its log     " + report.getTrackingUrl());
        };
    }

    /**
     * Ends an application, which may not be submitted yet: asks it first, so that it can clean up, then has YARN do it.
     *
     * @return how it ended, which may be otherwise if it was about to end anyway
     */
    @Override
    public Outcome kill(ApplicationId id, String reason) throws YdlException, InterruptedException {
        Optional<ApplicationReport> report = find(id);
        if (report.isEmpty()) {
            removeStaging(id);
            return new Outcome(ExitCode.KILLED, "it was never submitted");
        }
        Optional<Outcome> outcome = killGently(id, report.get(), reason);
        if (outcome.isEmpty()) {
            outcome = killByYarn(id, reason);
        }
        removeStaging(id);
        return outcome.orElseThrow(() -> new YdlException(
                ExitCode.UNREACHABLE,
                id + " still runs " + YARN_LIMIT.toSeconds() + " s after YARN was told to kill it"));
    }

    private Optional<Outcome> killGently(ApplicationId id, ApplicationReport report, String reason)
            throws YdlException, InterruptedException {
        Optional<HostPort> master = master(report);
        if (master.isEmpty()) {
            return Optional.empty();
        }
        try (RunningJob job = new RunningJob(master.get())) {
            return awaitEnd(id, job.kill(reason).plus(YARN_LIMIT));
        } catch (StatusRuntimeException e) {
            return Optional.empty(); // it does not answer
        }
    }

    private Optional<Outcome> killByYarn(ApplicationId id, String reason) throws YdlException, InterruptedException {
        try {
            yarn.killApplication(id, reason);
        } catch (YarnException | IOException e) {
            throw new YdlException(ExitCode.UNREACHABLE, id + " could not be killed: " + e.getMessage(), e);
        }
        return awaitEnd(id, YARN_LIMIT);
    }

    /** How the application ended; empty if it has not within the limit. */
    public Optional<Outcome> awaitEnd(ApplicationId id, Duration limit) throws YdlException, InterruptedException {
        return new EndWatch(this, Time.REAL).await(id, limit);
    }

    /**
     * Removes what applications left that ended with neither their master nor a client there to clean up, and what is too
     * old of the history.
     */
    public void removeLeftovers() throws YdlException {
        try {
            history.prune(Instant.now());
            for (String name : staging.applications()) {
                ApplicationId id = ApplicationId.fromString(name);
                if (find(id).flatMap(Applications::outcome).isPresent()) {
                    removeStaging(id);
                }
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "what old jobs left was not looked for: " + e.getMessage());
        }
    }

    /** What an application master that died, or was killed by YARN, could not remove. */
    public void removeStaging(ApplicationId id) {
        try {
            staging.remove(id.toString());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "the staging directory of " + id + " was left behind: " + e.getMessage());
        }
    }
}
