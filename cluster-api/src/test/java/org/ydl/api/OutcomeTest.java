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
    void messageOfAMasterThatCouldNotStartIsTakenOutOfWhatYarnQuotes() {
        String quoted =
                """
                Last 4096 bytes of stderr :
                ydl message:
                the Java of node7 is version 11, and ydl needs 17.
                  try        --java-home PATH
                ydl outcome: NOT_PREPARED

                """;
        String said = "AM Container exited with exitCode: 86\nFailing this attempt.\n" + quoted + "[2026]\n" + quoted
                + "For more detailed output, check the application tracking page.";

        assertEquals(
                Optional.of(new Outcome(
                        ExitCode.NOT_PREPARED,
                        "the Java of node7 is version 11, and ydl needs 17.\n  try        --java-home PATH")),
                Outcome.fromDiagnostics(said));
    }

    @Test
    void outcomeThatQuotesAnotherOneIsReadWhole() {
        Outcome outcome = new Outcome(
                ExitCode.CLUSTER_FAILED,
                "worker:1 died.\nydl message:\nold Java\nydl outcome: NOT_PREPARED\nthat is all");

        assertEquals(Optional.of(outcome), Outcome.fromDiagnostics(outcome.diagnostics()));
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
