package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.submit.YdlException;

/** Asks a job for its ClusterSpec on the calling thread, and bears with one whose application master is being replaced. */
final class SpecQuestion {
    private static final Duration POLL = Duration.ofMillis(200);

    private final JobFollower.Yarn yarn;
    private final Function<HostPort, RunningJob> connect;
    private final Time time;

    SpecQuestion(JobFollower.Yarn yarn, Function<HostPort, RunningJob> connect, Time time) {
        this.yarn = yarn;
        this.connect = connect;
        this.time = time;
    }

    /** The sealed ClusterSpec, or why there was none within the limit. */
    ClusterSpec ask(ApplicationId id, Duration limit) throws YdlException, InterruptedException {
        long started = time.nanos();
        while (true) {
            ApplicationReport report = yarn.report(id);
            Optional<Outcome> ended = Applications.outcome(report);
            if (ended.isPresent()) {
                throw unanswered(id + " has ended: " + ended.get().verdict());
            }
            Optional<HostPort> master = Applications.master(report);
            String why = "it has no application master, and YARN says " + report.getYarnApplicationState();
            if (master.isPresent()) {
                try (RunningJob job = connect.apply(master.get())) {
                    return job.clusterSpec(limit.minus(time.since(started)))
                            .orElseThrow(() -> unanswered(id + " ended before all of its tasks had registered"));
                } catch (StatusRuntimeException e) {
                    why = e.getStatus().getCode() + " from " + master.get();
                }
            }
            if (time.since(started).compareTo(limit) >= 0) {
                throw unanswered(id + " gave no ClusterSpec within " + limit.toSeconds() + " s: " + why);
            }
            time.pass(POLL);
        }
    }

    private static YdlException unanswered(String why) {
        return new YdlException(ExitCode.UNREACHABLE, why);
    }
}
