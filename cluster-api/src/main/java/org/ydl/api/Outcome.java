package org.ydl.api;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ydl.api.v1.JobOutcome;

/**
 * How a job ended, and why in words.
 *
 * <p>YARN keeps only a text, the diagnostics, of a finished application. {@link #diagnostics} and {@link #fromDiagnostics}
 * carry an outcome through it.
 */
public record Outcome(ExitCode code, String message) {
    private static final String OPENING = "ydl message:";
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

    /**
     * Reads what {@link #diagnostics} wrote; empty for the words of YARN alone.
     *
     * <p>An application master that could not start left its outcome on standard error, which YARN quotes among much else:
     * there the message begins behind a line of its own, {@code ydl message:}.
     */
    public static Optional<Outcome> fromDiagnostics(String text) {
        List<String> lines = text.lines().toList();
        int end = lines.size() - 1;
        while (end >= 0 && !lines.get(end).startsWith(MARK)) {
            end--;
        }
        if (end < 0) {
            return Optional.empty();
        }
        String name = lines.get(end).substring(MARK.length()).strip();
        String message = String.join("\n", lines.subList(messageStart(lines.subList(0, end)), end));
        return Arrays.stream(ExitCode.values())
                .filter(code -> code.name().equals(name))
                .findFirst()
                .map(code -> new Outcome(code, message.strip()));
    }

    /** Behind the line that opens a message, unless what it opened has been closed before: then that was a quotation. */
    private static int messageStart(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0 && !lines.get(i).startsWith(MARK); i--) {
            if (lines.get(i).strip().equals(OPENING)) {
                return i + 1;
            }
        }
        return 0;
    }
}
