package org.ydl.client;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.submit.YdlException;

/**
 * Waits on the calling thread for the end of an application: asks YARN often at first and then seldom, and bears with a
 * ResourceManager that is away for a while, as when it is restarted.
 */
final class EndWatch {
    private static final Duration QUICK = Duration.ofMillis(200);
    private static final Duration QUICK_FOR = Duration.ofSeconds(30);
    private static final Duration SLOW = Duration.ofSeconds(2);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(2);

    private final JobFollower.Yarn yarn;
    private final Time time;

    EndWatch(JobFollower.Yarn yarn, Time time) {
        this.yarn = yarn;
        this.time = time;
    }

    /** How the application ended; empty if it has not within the limit. */
    Optional<Outcome> await(ApplicationId id, Duration limit) throws YdlException, InterruptedException {
        long started = time.nanos();
        long heard = started;
        while (true) {
            boolean late = hasPassed(limit, started);
            try {
                Optional<Outcome> outcome = Applications.outcome(yarn.report(id));
                if (outcome.isPresent() || late) {
                    return outcome;
                }
                heard = time.nanos();
            } catch (YdlException e) {
                if (e.code() != ExitCode.UNREACHABLE || late || hasPassed(LONGEST_SILENCE, heard)) {
                    throw e;
                }
            }
            time.pass(hasPassed(QUICK_FOR, started) ? SLOW : QUICK);
        }
    }

    private boolean hasPassed(Duration duration, long since) {
        return time.since(since).compareTo(duration) >= 0;
    }
}
