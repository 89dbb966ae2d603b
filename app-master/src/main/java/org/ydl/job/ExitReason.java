package org.ydl.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ydl.api.Owner;

/**
 * Why a task ended: the kind of end, one sentence about it, what to try, and what it last wrote.
 *
 * @param what completes the sentence "worker:1 …" without its full stop
 */
public record ExitReason(Kind kind, String what, Optional<String> advice, List<String> errorTail) {

    /** The kinds of end, each with the one who can mend it. */
    public enum Kind {
        SUCCEEDED(Owner.USER),
        USER_ERROR(Owner.USER),
        SIGNALLED(Owner.USER),
        MEMORY_EXCEEDED(Owner.USER),
        SERVER_FAILED(Owner.USER),
        /** Its node lacks what ydl itself needs. */
        NOT_PREPARED(Owner.USER),
        PREEMPTED(Owner.CLUSTER),
        NODE_LOST(Owner.CLUSTER),
        DISK_FAILED(Owner.CLUSTER),
        LAUNCH_FAILED(Owner.CLUSTER),
        LOST_CONTACT(Owner.CLUSTER),
        STOPPED(Owner.CLUSTER),
        INTERNAL(Owner.YDL);

        private final Owner owner;

        Kind(Owner owner) {
            this.owner = owner;
        }

        public Owner owner() {
            return owner;
        }
    }

    /** A process ended by signal n has the exit code 128 + n. */
    public static final int SIGNAL_BASE = 128;

    public ExitReason {
        errorTail = List.copyOf(errorTail);
    }

    public static ExitReason of(Kind kind, String what) {
        return new ExitReason(kind, what, Optional.empty(), List.of());
    }

    public static ExitReason of(Kind kind, String what, String advice) {
        return new ExitReason(kind, what, Optional.of(advice), List.of());
    }

    /** The end of the user's process; a code above 128 stands for a signal. */
    public static ExitReason ofProcess(int exitCode, List<String> errorTail) {
        if (exitCode == 0) {
            return new ExitReason(Kind.SUCCEEDED, "succeeded", Optional.empty(), List.of());
        }
        if (exitCode > SIGNAL_BASE) {
            String what = "was ended by signal " + (exitCode - SIGNAL_BASE) + " (exit code " + exitCode + ")";
            return new ExitReason(Kind.SIGNALLED, what, Optional.empty(), errorTail);
        }
        return new ExitReason(Kind.USER_ERROR, "failed with exit code " + exitCode, Optional.empty(), errorTail);
    }

    static ExitReason lostContact(Duration silence) {
        return of(
                Kind.LOST_CONTACT,
                "has not been heard of for " + silence.toSeconds() + " s",
                "look whether its node is up and not out of memory");
    }

    /** The job is ending, and the task was told to. */
    static ExitReason stopped() {
        return of(Kind.STOPPED, "was stopped with the job");
    }

    public boolean succeeded() {
        return kind == Kind.SUCCEEDED;
    }
}
