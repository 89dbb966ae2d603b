package org.ydl.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
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

    /** A time in which it had no stream. */
    private record Absence(Instant from, Instant to) {}

    private final RandomGenerator random;
    private final List<Absence> absences = new ArrayList<>();
    private int streams;
    private boolean gone;
    private Optional<Outcome> said = Optional.empty();

    SimulatedClient(RandomGenerator random, Instant start) {
        this.random = random;
        this.absences.add(new Absence(start, Instant.MAX));
    }

    /** What the job hears of it next, if anything just now. */
    Optional<JobEvent> next(Luck luck, Instant now) {
        gone |= happens(luck.vanish());
        if (streams == 0) {
            return gone ? Optional.empty() : Optional.of(attach(now));
        }
        if (gone || happens(luck.loss())) {
            streams--;
            if (streams == 0) {
                absences.add(new Absence(now, Instant.MAX));
            }
            return Optional.of(new ClientLeft());
        }
        if (happens(luck.loss())) {
            return Optional.of(attach(now));
        }
        return happens(luck == Luck.CALM ? FINISH_IN_PEACE : FINISH) ? Optional.of(finish()) : Optional.empty();
    }

    private JobEvent attach(Instant now) {
        if (streams == 0) {
            Absence last = absences.remove(absences.size() - 1);
            absences.add(new Absence(last.from(), now));
        }
        streams++;
        return new ClientAttached();
    }

    /** It may have to say it again to another master, but it runs the program once. */
    private JobEvent finish() {
        said = said.or(() -> Optional.of(outcome()));
        return new ClientFinished(said.get());
    }

    private Outcome outcome() {
        ExitCode code =
                switch (random.nextInt(4)) {
                    case 0 -> ExitCode.JOB_FAILED;
                    case 1 -> ExitCode.INTERRUPTED;
                    default -> ExitCode.SUCCEEDED;
                };
        return new Outcome(code, "the client ran it");
    }

    /** Its streams went with the application master. */
    void masterLost(Instant now) {
        if (streams > 0) {
            absences.add(new Absence(now, Instant.MAX));
        }
        streams = 0;
    }

    /** Whether it had no stream from one moment to another. */
    boolean wasAbsent(Instant from, Instant to) {
        return absences.stream()
                .anyMatch(absence ->
                        !absence.from().isAfter(from) && !absence.to().isBefore(to));
    }

    /** What it said about the job's end. */
    Optional<Outcome> said() {
        return said;
    }

    private boolean happens(double odds) {
        return random.nextDouble() < odds;
    }
}
