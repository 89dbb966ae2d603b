package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.ApplicationNotFoundException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.submit.Staging;
import org.ydl.submit.YdlException;

/** What YARN knows about submitted jobs, and the ways to end them. */
public final class Applications {
    private static final Set<YarnApplicationState> ENDED =
            EnumSet.of(YarnApplicationState.FINISHED, YarnApplicationState.FAILED, YarnApplicationState.KILLED);

    /** What a job gets to end by itself, before YARN ends it. */
    private static final Duration GENTLE_LIMIT = Duration.ofSeconds(20);

    private static final Duration YARN_LIMIT = Duration.ofSeconds(20);
    private static final long POLL_MS = 200;

    private final YarnClient yarn;
    private final Staging staging;

    public Applications(YarnClient yarn, Staging staging) {
        this.yarn = yarn;
        this.staging = staging;
    }

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
            throw new YdlException(ExitCode.UNREACHABLE, "the ResourceManager does not answer: " + e.getMessage(), e);
        }
    }

    /** Where the application master listens, once it does. */
    public static Optional<HostPort> master(ApplicationReport report) {
        boolean up = report.getYarnApplicationState() == YarnApplicationState.RUNNING && report.getRpcPort() > 0;
        return up ? Optional.of(new HostPort(report.getHost(), report.getRpcPort())) : Optional.empty();
    }

    /** How the application ended, if it has. */
    public static Optional<Outcome> outcome(ApplicationReport report) {
        if (!ENDED.contains(report.getYarnApplicationState())) {
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
     * Returns when it has ended.
     */
    public void kill(ApplicationId id, String reason) throws YdlException, InterruptedException {
        Optional<ApplicationReport> report = find(id);
        Optional<HostPort> master = report.flatMap(Applications::master);
        if (master.isPresent() && killGently(id, master.get(), reason)) {
            return;
        }
        try {
            if (report.isPresent()) {
                yarn.killApplication(id, reason);
                awaitEnd(id, YARN_LIMIT);
            }
            staging.remove(id.toString());
        } catch (YarnException | IOException e) {
            throw new YdlException(ExitCode.UNREACHABLE, id + " could not be killed: " + e.getMessage(), e);
        }
    }

    private boolean killGently(ApplicationId id, HostPort master, String reason)
            throws YdlException, InterruptedException {
        try (RunningJob job = new RunningJob(master)) {
            job.kill(reason);
            return awaitEnd(id, GENTLE_LIMIT);
        } catch (StatusRuntimeException e) {
            return false; // it does not answer
        }
    }

    private boolean awaitEnd(ApplicationId id, Duration limit) throws YdlException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        while (outcome(report(id)).isEmpty()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            Thread.sleep(POLL_MS);
        }
        return true;
    }
}
