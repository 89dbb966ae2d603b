package org.ydl.cli;

import java.util.Optional;
import org.ydl.api.ExitCode;

/**
 * One thing that was looked at before a job is run.
 *
 * @param subject what was looked at, in a word or two
 * @param found what was found and, unless all is well, what to mend
 * @param failure the exit code it stands for, if jobs cannot run because of it
 */
record Finding(String subject, String found, boolean good, Optional<ExitCode> failure) {
    static Finding ok(String subject, String found) {
        return new Finding(subject, found, true, Optional.empty());
    }

    /** Something that may be wanted so, or that only some jobs mind. */
    static Finding warn(String subject, String found) {
        return new Finding(subject, found, false, Optional.empty());
    }

    static Finding fail(ExitCode code, String subject, String found) {
        return new Finding(subject, found, false, Optional.of(code));
    }

    String line() {
        String verdict = failure.isPresent() ? "FAIL" : good ? "ok" : "warn";
        return String.format("%-5s %-14s %s", verdict, subject, found);
    }
}
