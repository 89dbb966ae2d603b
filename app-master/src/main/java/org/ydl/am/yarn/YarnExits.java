package org.ydl.am.yarn;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.ydl.api.Outcome;
import org.ydl.api.PortRange;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

/**
 * What YARN's word about an ended container means to a job.
 *
 * @param portRange the ports that runners may take; absent: any
 */
record YarnExits(Optional<PortRange> portRange) {
    /** What the processes of a container last wrote, in YARN's diagnostics, which say all of it twice. */
    private static final Pattern LAST_WORDS = Pattern.compile(
            "Last \\d+ bytes of stderr :\\s*(.*?)\\s*(\\R\\[[-:. \\d]+]Container exited with .*|\\z)", Pattern.DOTALL);

    /** What a NodeManager that was started again says of a container whose exit code nobody has seen. */
    private static final int LOST_BY_NODE_MANAGER = 154;

    /** @param container as it was given, if it was known */
    ExitReason reason(ContainerStatus status, Optional<Container> container) {
        int exit = status.getExitStatus();
        String diagnostics = status.getDiagnostics();
        String said = said(diagnostics);
        return switch (exit) {
            case ContainerExitStatus.KILLED_EXCEEDED_PMEM, ContainerExitStatus.KILLED_EXCEEDED_VMEM ->
                new MemoryKill(
                                exit == ContainerExitStatus.KILLED_EXCEEDED_VMEM,
                                diagnostics,
                                container.map(given -> given.getResource().getMemorySize()))
                        .reason(role(container));
            case ContainerExitStatus.KILLED_FOR_EXCESS_LOGS ->
                ExitReason.of(
                        Kind.USER_ERROR,
                        "was killed by YARN for writing too much into its logs" + said,
                        "less output, or a file of its own for it");
            case ContainerExitStatus.PREEMPTED ->
                ExitReason.of(Kind.PREEMPTED, "was preempted in favour of another queue" + said);
            case ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER ->
                ExitReason.of(Kind.PREEMPTED, "was stopped by its node in favour of another container" + said);
            case ContainerExitStatus.DISKS_FAILED ->
                ExitReason.of(Kind.DISK_FAILED, "was on a node whose disks failed" + said);
            case ContainerExitStatus.ABORTED -> aborted(diagnostics);
            case ContainerExitStatus.KILLED_AFTER_APP_COMPLETION -> withApplication(diagnostics);
            case ContainerExitStatus.KILLED_BY_APPMASTER ->
                ExitReason.of(Kind.STOPPED, "was stopped by the application master" + said);
            case ContainerExitStatus.KILLED_BY_RESOURCEMANAGER ->
                ExitReason.of(Kind.STOPPED, "was stopped by the ResourceManager" + said);
            case ContainerExitStatus.INVALID -> ExitReason.of(Kind.LAUNCH_FAILED, "never ran" + said);
            default ->
                exit < 0
                        ? ExitReason.of(Kind.STOPPED, "was ended by YARN with exit status " + exit + said)
                        : ofRunner(exit, diagnostics, role(container));
        };
    }

    /** The words are those of the ResourceManager's SchedulerUtils, the same for all of its schedulers. */
    private static ExitReason aborted(String diagnostics) {
        if (diagnostics.contains("released by application")) {
            return ExitReason.of(Kind.STOPPED, "was given back by the application master");
        }
        if (diagnostics.contains("expired since it was unused")) {
            return ExitReason.of(
                    Kind.LAUNCH_FAILED, "was not started in time: its node never said that its container runs");
        }
        if (diagnostics.contains("of a completed application")) {
            return ExitReason.of(
                    Kind.STOPPED, "was stopped because the application master ended before its container ran");
        }
        if (diagnostics.contains("on a *lost* node")) {
            return ExitReason.of(Kind.NODE_LOST, "was lost with its node");
        }
        if (diagnostics.contains("was running but not reported from")) {
            return ExitReason.of(Kind.NODE_LOST, "was lost by its node, which was started again without it");
        }
        return ExitReason.of(
                Kind.NODE_LOST, "was lost with its node, or its container was taken back" + said(diagnostics));
    }

    /** A NodeManager that is shut down ends its containers in the same way, though the application goes on. */
    private static ExitReason withApplication(String diagnostics) {
        return diagnostics.contains("killed on shutdown")
                ? ExitReason.of(Kind.NODE_LOST, "was stopped with the NodeManager of its node")
                : ExitReason.of(Kind.STOPPED, "was stopped with its application" + said(diagnostics));
    }

    /** A runner ends only when told to: any other end is that of the runner itself. */
    private ExitReason ofRunner(int exit, String diagnostics, Optional<Role> role) {
        if (exit == LOST_BY_NODE_MANAGER) {
            return ExitReason.of(
                    Kind.NODE_LOST, "ended while the NodeManager of its node was down: its exit code is unknown");
        }
        if (ExitReason.isSignal(exit)) {
            return signalled(exit, diagnostics, role);
        }
        return RunnerExit.of(exit)
                .map(known -> known == RunnerExit.OLD_JAVA ? oldJava(diagnostics) : known(known, diagnostics))
                .orElseGet(() -> ExitReason.of(
                        Kind.LAUNCH_FAILED, "lost its runner, which ended with exit code " + exit + said(diagnostics)));
    }

    /**
     * Java turns most signals of a crash into SIGABRT once it has written its report; TensorFlow aborts by itself when one
     * of its checks fails. YARN calls SIGKILL and SIGTERM requests, but its own have an exit status below zero.
     */
    private static ExitReason signalled(int exit, String diagnostics, Optional<Role> role) {
        int signal = exit - ExitReason.SIGNAL_BASE;
        String which = "signal " + signal + " (exit code " + exit + ")";
        String flag = role.map(known -> "--" + known.label() + "-memory").orElse("--worker-memory");
        return switch (signal) {
            case 4 ->
                ExitReason.of(
                        Kind.SIGNALLED,
                        "lost its runner to " + which
                                + ": its processor lacks an instruction that native code, such as libtensorflow, wants",
                        "--tf-lib with a libtensorflow for the oldest processor of the cluster, or --node-label");
            case 6, 7, 8, 11 ->
                ExitReason.of(
                        Kind.SIGNALLED,
                        "lost its runner, and the TensorFlow server in it, to a native crash by " + which
                                + said(lastWords(diagnostics).orElse("")),
                        "look into its logs: Java's report of the crash is in hs_err_pid*.log, what TensorFlow said last"
                                + " in stderr");
            case 9 ->
                ExitReason.of(
                        Kind.SIGNALLED,
                        "lost its runner to " + which + ": the kernel was out of memory, or someone killed it",
                        "a larger " + flag + " if the kernel's log on that node tells of an OOM kill; else find who"
                                + " kills processes there");
            case 15 ->
                ExitReason.of(
                        Kind.SIGNALLED,
                        "lost its runner to " + which + ", which YARN did not send",
                        "find who, or what of the job, ends processes on that node");
            default ->
                ExitReason.of(
                        Kind.SIGNALLED,
                        "lost its runner to " + which
                                + said(lastWords(diagnostics).orElse("")),
                        "does the job, or something on that node, signal processes?");
        };
    }

    private ExitReason known(RunnerExit exit, String diagnostics) {
        String what = exit.what() + said(lastWords(diagnostics).orElse(diagnostics));
        return advice(exit)
                .map(advice -> ExitReason.of(kind(exit), what, advice))
                .orElseGet(() -> ExitReason.of(kind(exit), what));
    }

    /** The script that starts Java leaves a whole outcome on standard error, and in its message what to try. */
    private ExitReason oldJava(String diagnostics) {
        RunnerExit exit = RunnerExit.OLD_JAVA;
        return Outcome.fromDiagnostics(diagnostics)
                .map(told -> ExitReason.of(kind(exit), exit.what())
                        .withErrorTail(told.message().lines().toList()))
                .orElseGet(() -> known(exit, diagnostics));
    }

    private Optional<String> advice(RunnerExit exit) {
        return switch (exit) {
            case NO_PORT ->
                Optional.of(portRange
                        .map(range -> "another or a wider --port-range than " + range)
                        .orElse("--port-range with ports that are free on the nodes"));
            case OLD_JAVA ->
                Optional.of("--java-home with the path of a Java 17 or newer on the nodes, or --java-archive with one"
                        + " that goes along");
            case STOPPED,
                    INTERNAL,
                    NEW_GENERATION,
                    BAD_ENVIRONMENT,
                    MASTER_UNREACHABLE,
                    MASTER_LOST,
                    REFUSED,
                    NOT_STARTED,
                    RELAUNCHED_TOO_OFTEN -> Optional.empty();
        };
    }

    /** What the runner itself said, if YARN shows it: the rest repeats the exit code and its own script. */
    private static Optional<String> lastWords(String diagnostics) {
        Matcher words = LAST_WORDS.matcher(diagnostics);
        return words.find() ? Optional.of(words.group(1)).filter(text -> !text.isEmpty()) : Optional.empty();
    }

    private static Kind kind(RunnerExit exit) {
        return switch (exit) {
            case OLD_JAVA -> Kind.NOT_PREPARED;
            case NOT_STARTED -> Kind.SERVER_FAILED;
            case MASTER_LOST -> Kind.LOST_CONTACT;
            case STOPPED, NO_PORT, MASTER_UNREACHABLE -> Kind.LAUNCH_FAILED;
            case INTERNAL, NEW_GENERATION, BAD_ENVIRONMENT, REFUSED, RELAUNCHED_TOO_OFTEN -> Kind.INTERNAL;
        };
    }

    static ExitReason launchFailed(Throwable cause) {
        return ExitReason.of(Kind.LAUNCH_FAILED, "could not be launched: " + cause.getMessage());
    }

    private static Optional<Role> role(Optional<Container> container) {
        return container.map(Container::getPriority).flatMap(OpenRequests::role);
    }

    private static String said(String diagnostics) {
        return diagnostics.isBlank() ? "" : ": " + diagnostics.strip();
    }
}
