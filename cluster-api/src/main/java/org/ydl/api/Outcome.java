package org.ydl.api;

import java.util.Arrays;
import java.util.Optional;
import org.ydl.api.v1.JobOutcome;

/**
 * How a job ended, and why in words.
 *
 * <p>YARN keeps only a text, the diagnostics, of a finished application. {@link #diagnostics} and {@link #fromDiagnostics}
 * carry an outcome through it.
 */
public record Outcome(ExitCode code, String message) {
    private static final String MARK = "ydl outcome: ";

    public static Outcome from(JobOutcome message) {
        return new Outcome(ExitCode.valueOf(message.getCode()), message.getMessage());
    }

    public JobOutcome toMessage() {
        return JobOutcome.newBuilder().setCode(code.name()).setMessage(message).build();
    }

    public boolean succeeded() {
        return code == ExitCode.SUCCEEDED;
    }

    /** In one word, as YARN has it. */
    public String verdict() {
        return switch (code) {
            case SUCCEEDED -> "SUCCEEDED";
            case KILLED, INTERRUPTED -> "KILLED";
            case JOB_FAILED, BAD_COMMAND, TIMED_OUT, UNREACHABLE, REJECTED, CLUSTER_FAILED, NOT_PREPARED, INTERNAL ->
                "FAILED";
        };
    }

    /** The message, closed by a line that names the code. */
    public String diagnostics() {
        return message.stripTrailing() + "\n" + MARK + code.name();
    }

    /** Reads what {@link #diagnostics} wrote; empty for the words of YARN alone. */
    public static Optional<Outcome> fromDiagnostics(String text) {
        int mark = text.lastIndexOf(MARK);
        if (mark < 0) {
            return Optional.empty();
        }
        String name = text.substring(mark + MARK.length())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
        return Arrays.stream(ExitCode.values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .map(code -> new Outcome(code, text.substring(0, mark).strip()));
    }
}
