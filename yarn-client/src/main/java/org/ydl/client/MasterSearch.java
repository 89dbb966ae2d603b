package org.ydl.client;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.submit.YdlException;

/**
 * Finds the application master of one job, again and again, by what YARN says; bears with a ResourceManager that is away
 * and with an application whose master is being replaced, both no longer than it has patience. Used by one thread.
 */
final class MasterSearch {
    /** For an application master that YARN holds to be well, before the user is told that it is silent. */
    private static final Duration SILENCE_UNTOLD = Duration.ofSeconds(10);

    private final JobFollower.Yarn yarn;
    private final JobFollower.View view;
    private final Time time;
    private final ApplicationId id;
    private final Optional<Patience> patience;
    private Optional<HostPort> known = Optional.empty();
    private boolean reported;
    private boolean wasUp;
    private long missingSince;
    private Optional<Long> yarnAwaySince = Optional.empty();
    private long heard;
    private boolean silenceTold;

    /** What a look at YARN found: how the job ended, or where its master is, or neither. */
    record Found(Optional<Outcome> outcome, Optional<HostPort> master) {
        private static final Found NOTHING = new Found(Optional.empty(), Optional.empty());

        private static Found end(Outcome outcome) {
            return new Found(Optional.of(outcome), Optional.empty());
        }
    }

    /** @param patience of whoever submitted the job, and ends it when that is over; others only look on */
    MasterSearch(
            JobFollower.Yarn yarn, JobFollower.View view, Time time, ApplicationId id, Optional<Patience> patience) {
        this.yarn = yarn;
        this.view = view;
        this.time = time;
        this.id = id;
        this.patience = patience;
        this.missingSince = time.nanos();
    }

    Found look() throws YdlException, InterruptedException {
        ApplicationReport report;
        try {
            report = yarn.report(id);
        } catch (YdlException e) {
            return unanswered(e);
        }
        reported = true;
        yarnAwaySince = Optional.empty();
        Optional<Outcome> outcome = Applications.outcome(report);
        if (outcome.isPresent()) {
            return Found.end(outcome.get());
        }
        Optional<HostPort> master = Applications.master(report);
        return master.isPresent() ? up(master.get()) : missing(report);
    }

    private Found unanswered(YdlException failure) throws YdlException {
        if (reported && failure.code() == ExitCode.BAD_COMMAND) {
            return Found.end(new Outcome(
                    ExitCode.CLUSTER_FAILED,
                    "YARN knows nothing of " + id + " any more: the ResourceManager was restarted without its memory."
                            + "\n  try        again; yarn.resourcemanager.recovery.enabled lets jobs survive that"));
        }
        if (failure.code() != ExitCode.UNREACHABLE) {
            throw failure;
        }
        if (yarnAwaySince.isEmpty()) {
            yarnAwaySince = Optional.of(time.nanos());
            view.notice("the ResourceManager does not answer; asking again");
        }
        if (hasPassed(limitOfNext(), yarnAwaySince.get())) {
            throw failure;
        }
        return new Found(Optional.empty(), known); // it may live all the same
    }

    private Found up(HostPort master) {
        if (!known.equals(Optional.of(master))) {
            if (known.isPresent()) {
                view.masterLost(); // and replaced between two looks
            }
            view.masterUp(master);
            known = Optional.of(master);
            wasUp = true;
            heard();
        }
        return new Found(Optional.empty(), known);
    }

    private Found missing(ApplicationReport report) throws YdlException, InterruptedException {
        if (known.isPresent()) {
            known = Optional.empty();
            missingSince = time.nanos();
            view.masterLost();
        }
        view.accepted(report.getYarnApplicationState().name());
        return isLate() ? giveUp(report) : Found.NOTHING;
    }

    private boolean isLate() {
        return wasUp
                ? hasPassed(limitOfNext(), missingSince)
                : patience.filter(limits -> hasPassed(limits.first(), missingSince))
                        .isPresent();
    }

    private Found giveUp(ApplicationReport report) throws YdlException, InterruptedException {
        String said = "\n  queue      " + report.getQueue() + "\n  YARN says  "
                + Optional.ofNullable(report.getDiagnostics()).orElse("").strip();
        String why = wasUp
                ? "the application master was lost, and YARN has not started another one within "
                        + limitOfNext().toSeconds() + " s." + said
                        + "\n  try        another queue, or wait until the queue has room"
                : "YARN has not started the application master within "
                        + patience.orElseThrow().first().toSeconds() + " s." + said
                        + "\n  try        another queue, a longer --allocation-timeout, or wait until the queue has room";
        if (patience.isEmpty()) {
            throw new YdlException(ExitCode.UNREACHABLE, why + "\n  to end it  ydl-tf kill " + id);
        }
        yarn.kill(id, why);
        return Found.end(new Outcome(ExitCode.CLUSTER_FAILED, why));
    }

    /** The application master has said something. */
    void heard() {
        heard = time.nanos();
        silenceTold = false;
    }

    /**
     * The application master has not answered. That is no reason to give up: it may be just this client that cannot reach
     * it, and YARN replaces one that is gone.
     */
    void unheard() {
        if (!silenceTold && hasPassed(SILENCE_UNTOLD, heard)) {
            silenceTold = true;
            known.ifPresent(master -> view.notice(
                    "the application master does not answer at " + master + "; YARN says that it is up; asking again"));
        }
    }

    private Duration limitOfNext() {
        return patience.orElse(Patience.of(Limits.DEFAULT)).next();
    }

    private boolean hasPassed(Duration limit, long since) {
        return time.since(since).compareTo(limit) > 0;
    }
}
