package org.ydl.job;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.ydl.api.Owner;

/**
 * Why a task ended: the kind of end, one sentence about it, what to try, and what it last wrote.
 *
 * @param what completes the sentence "worker:1 …" without its full stop
 * @param figures a line of what was measured and what was allowed, each behind its name
 */
public record ExitReason(
        Kind kind, String what, Optional<String> figures, Optional<String> advice, List<String> errorTail) {

    /** The kinds of end, each with the one who can mend it, and what it means for another start. */
    public enum Kind {
        SUCCEEDED(Owner.USER, Again.USELESS, false),
        USER_ERROR(Owner.USER, Again.USELESS, false),
        SIGNALLED(Owner.USER, Again.CHARGED, false),
        MEMORY_EXCEEDED(Owner.USER, Again.USELESS, false),
        SERVER_FAILED(Owner.USER, Again.USELESS, false),
        /** Its node lacks what ydl itself needs. */
        NOT_PREPARED(Owner.USER, Again.USELESS, true),
        PREEMPTED(Owner.CLUSTER, Again.FREE, false),
        NODE_LOST(Owner.CLUSTER, Again.FREE, true),
        DISK_FAILED(Owner.CLUSTER, Again.FREE, true),
        /** Charged though it is the cluster's: what cannot be launched anywhere would be tried for ever. */
        LAUNCH_FAILED(Owner.CLUSTER, Again.CHARGED, true),
        LOST_CONTACT(Owner.CLUSTER, Again.FREE, true),
        STOPPED(Owner.CLUSTER, Again.FREE, false),
        INTERNAL(Owner.YDL, Again.CHARGED, false);

        private final Owner owner;
        private final Again again;
        private final boolean blamesNode;

        Kind(Owner owner, Again again, boolean blamesNode) {
            this.owner = owner;
            this.again = again;
            this.blamesNode = blamesNode;
        }

        public Owner owner() {
            return owner;
        }

        public Again again() {
            return again;
        }

        /** Whether the same may happen to the next task on that node. */
        public boolean blamesNode() {
            return blamesNode;
        }
    }

    /** What another start of the task would be. */
    public enum Again {
        /** It would end in the same way, unless the user changes something. */
        USELESS,
        /** Worth trying, as often as the restart policy says. */
        CHARGED,
        /** The cluster took the task away: whatever happens, that is not held against it. */
        FREE
    }

    /** A process ended by signal n has the exit code 128 + n. */
    public static final int SIGNAL_BASE = 128;

    private static final int LAST_SIGNAL = 64;

    /** Codes beyond, such as the 255 of an exit(-1), are a program's own. */
    public static boolean isSignal(int exitCode) {
        return exitCode > SIGNAL_BASE && exitCode <= SIGNAL_BASE + LAST_SIGNAL;
    }

    public ExitReason {
        errorTail = List.copyOf(errorTail);
    }

    public static ExitReason of(Kind kind, String what) {
        return new ExitReason(kind, what, Optional.empty(), Optional.empty(), List.of());
    }

    public static ExitReason of(Kind kind, String what, String advice) {
        return new ExitReason(kind, what, Optional.empty(), Optional.of(advice), List.of());
    }

    /** The end of the user's process; a code above 128 stands for a signal. */
    public static ExitReason ofProcess(int exitCode, List<String> errorTail) {
        if (exitCode == 0) {
            return of(Kind.SUCCEEDED, "succeeded");
        }
        if (isSignal(exitCode)) {
            String what = "was ended by signal " + (exitCode - SIGNAL_BASE) + " (exit code " + exitCode + ")";
            return of(Kind.SIGNALLED, what).withErrorTail(errorTail);
        }
        return of(Kind.USER_ERROR, "failed with exit code " + exitCode).withErrorTail(errorTail);
    }

    public ExitReason withFigures(String line) {
        return new ExitReason(kind, what, Optional.of(line), advice, errorTail);
    }

    public ExitReason withErrorTail(List<String> lines) {
        return new ExitReason(kind, what, figures, advice, lines);
    }

    static ExitReason lostContact(Duration silence) {
        return of(
                Kind.LOST_CONTACT,
                "has not been heard of for " + silence.toSeconds() + " s",
                "look whether its node is up and not out of memory");
    }

    /** @param doing what it was last seen doing */
    static ExitReason notRegistered(Kind kind, Duration limit, String doing) {
        return of(
                kind,
                "has not registered within " + limit.toSeconds() + " s, and was last seen " + doing,
                "the container's log on that node; can it reach the application master?");
    }

    /** The job is ending, and the task was told to. */
    static ExitReason stopped() {
        return of(Kind.STOPPED, "was stopped with the job");
    }

    /** {@link #what} without its details, for a line that only mentions it. */
    String brief() {
        return what.split(": |\\R", 2)[0];
    }

    public boolean succeeded() {
        return kind == Kind.SUCCEEDED;
    }
}
