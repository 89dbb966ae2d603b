package org.ydl.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.HostPort;
import org.ydl.submit.YdlException;

/**
 * Asks YARN from time to time whether the application master that is listened to is still the job's own.
 *
 * <p>One that is cut off from YARN goes on for a while after another has taken its place, or after the application has
 * ended, and answers as if nothing had happened. A thread of its own, ended by {@link #close}.
 */
final class MasterCheck implements AutoCloseable {
    static final Duration PERIOD = Duration.ofSeconds(15);

    /** The end of a job is told by its master, too, a moment after YARN knows it. */
    private static final int CHECKS_TO_BE_SURE = 2;

    private final JobFollower.Yarn yarn;
    private final ApplicationId id;
    private final HostPort master;
    private final ScheduledExecutorService timer;
    private int stale;

    MasterCheck(JobFollower.Yarn yarn, ApplicationId id, HostPort master) {
        this.yarn = yarn;
        this.id = id;
        this.master = master;
        this.timer = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "master-check");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** @param replaced called when it is no longer the job's own */
    void start(Duration period, Runnable replaced) {
        timer.scheduleWithFixedDelay(() -> look(replaced), period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look(Runnable replaced) {
        try {
            stale = isStale(yarn.report(id)) ? stale + 1 : 0;
        } catch (YdlException e) {
            stale = 0; // a ResourceManager that is away says nothing against its masters
        }
        if (stale == CHECKS_TO_BE_SURE) {
            replaced.run();
        }
    }

    /** While the ResourceManager is restarted it knows of no master: that does not count. */
    private boolean isStale(ApplicationReport report) {
        Optional<HostPort> current = Applications.master(report);
        return Applications.hasEnded(report)
                || current.filter(other -> !other.equals(master)).isPresent();
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
