package org.ydl.job;

import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.job.JobEvent.ClientAttached;
import org.ydl.job.JobEvent.ClientFinished;
import org.ydl.job.JobEvent.ClientLeft;

/** The client of a job that it runs beside itself: it comes, breaks off, returns before its old stream is gone, ends. */
final class SimulatedClient {
    private static final double FINISH = 0.02;
    private static final double FINISH_IN_PEACE = 0.5;

    private final RandomGenerator random;
    private int streams;
    private boolean gone;
    private Optional<Outcome> said = Optional.empty();

    SimulatedClient(RandomGenerator random) {
        this.random = random;
    }

    /** What the job hears of it next, if anything just now. */
    Optional<JobEvent> next(Luck luck) {
        gone |= happens(luck.vanish());
        if (streams == 0) {
            return gone ? Optional.empty() : Optional.of(attach());
        }
        if (gone || happens(luck.loss())) {
            streams--;
            return Optional.of(new ClientLeft());
        }
        if (happens(luck.loss())) {
            return Optional.of(attach());
        }
        return happens(luck == Luck.CALM ? FINISH_IN_PEACE : FINISH) ? Optional.of(finish()) : Optional.empty();
    }

    private JobEvent attach() {
        streams++;
        return new ClientAttached();
    }

    private JobEvent finish() {
        ExitCode code =
                switch (random.nextInt(4)) {
                    case 0 -> ExitCode.JOB_FAILED;
                    case 1 -> ExitCode.INTERRUPTED;
                    default -> ExitCode.SUCCEEDED;
                };
        said = Optional.of(new Outcome(code, "the client ran it"));
        return new ClientFinished(said.get());
    }

    /** Its streams went with the application master. */
    void masterLost() {
        streams = 0;
    }

    boolean isAttached() {
        return streams > 0;
    }

    /** The last word it said about the job's end. */
    Optional<Outcome> said() {
        return said;
    }

    private boolean happens(double odds) {
        return random.nextDouble() < odds;
    }
}
