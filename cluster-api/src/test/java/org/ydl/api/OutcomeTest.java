package org.ydl.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void everyOutcomeSurvivesYarnsDiagnostics() {
        for (ExitCode code : ExitCode.values()) {
            Outcome outcome = new Outcome(code, "worker:1 failed.\n  container  c on n");

            assertEquals(Optional.of(outcome), Outcome.fromDiagnostics(outcome.diagnostics()));
            assertEquals(outcome, Outcome.from(outcome.toMessage()));
        }
    }

    @Test
    void whatYarnAddsBehindItDoesNotHideIt() {
        Outcome outcome = new Outcome(ExitCode.SUCCEEDED, "all 4 workers succeeded");

        assertEquals(Optional.of(outcome), Outcome.fromDiagnostics(outcome.diagnostics() + "\nFailing this attempt."));
    }

    @Test
    void wordsOfYarnAloneAreNoOutcome() {
        assertEquals(Optional.empty(), Outcome.fromDiagnostics("AM Container exited with exitCode: 1"));
        assertEquals(Optional.empty(), Outcome.fromDiagnostics("said\nydl outcome: NOTHING_KNOWN"));
    }

    @Test
    void exitCodesAreDistinct() {
        long distinct = Arrays.stream(ExitCode.values())
                .mapToInt(ExitCode::code)
                .distinct()
                .count();

        assertEquals(ExitCode.values().length, distinct);
    }
}
