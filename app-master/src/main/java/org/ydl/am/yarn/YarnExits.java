package org.ydl.am.yarn;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.ydl.api.Outcome;
import org.ydl.api.RunnerExit;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

/**
 * What YARN's word about an ended container means to a job.
 *
 * @param portRange the ports that runners may take; absent: any
 */
record YarnExits(Optional<String> portRange) {
    /** What the processes of a container last wrote, in YARN's diagnostics, which say all of it twice. */
    private static final Pattern LAST_WORDS = Pattern.compile(
            "Last \\d+ bytes of stderr :\\s*(.*?)\\s*(\\R\\[[-:. \\d]+]Container exited with .*|\\z)", Pattern.DOTALL);

    ExitReason reason(ContainerStatus status) {
        int exit = status.getExitStatus();
        String said = said(status.getDiagnostics());
        return switch (exit) {
            case ContainerExitStatus.KILLED_EXCEEDED_PMEM, ContainerExitStatus.KILLED_EXCEEDED_VMEM ->
                ExitReason.of(
                        Kind.MEMORY_EXCEEDED,
                        "was killed by YARN for using too much memory" + said,
                        "--worker-memory, or that of its role, with a larger size, or a smaller batch size");
            case ContainerExitStatus.PREEMPTED ->
                ExitReason.of(Kind.PREEMPTED, "was preempted in favour of another queue" + said);
            case ContainerExitStatus.DISKS_FAILED ->
                ExitReason.of(Kind.DISK_FAILED, "was on a node whose disks failed" + said);
            case ContainerExitStatus.ABORTED ->
                ExitReason.of(Kind.NODE_LOST, "was lost with its node, or its container was taken back" + said);
            case ContainerExitStatus.KILLED_BY_APPMASTER,
                    ContainerExitStatus.KILLED_BY_RESOURCEMANAGER,
                    ContainerExitStatus.KILLED_AFTER_APP_COMPLETION,
                    ContainerExitStatus.KILLED_BY_CONTAINER_SCHEDULER ->
                ExitReason.of(Kind.STOPPED, "was stopped by YARN" + said);
            case ContainerExitStatus.INVALID -> ExitReason.of(Kind.LAUNCH_FAILED, "never ran" + said);
            default -> ofRunner(exit, status.getDiagnostics());
        };
    }

    /** A runner ends only when told to: any other end is that of the runner itself. */
    private ExitReason ofRunner(int exit, String diagnostics) {
        if (exit > ExitReason.SIGNAL_BASE) {
            return ExitReason.of(
                    Kind.SIGNALLED,
                    "lost its runner to signal " + (exit - ExitReason.SIGNAL_BASE) + " (exit code " + exit + ")",
                    "does the job, or something on that node, kill processes? A native crash leaves hs_err_pid*.log");
        }
        return RunnerExit.of(exit)
                .map(known -> known == RunnerExit.OLD_JAVA ? oldJava(diagnostics) : known(known, diagnostics))
                .orElseGet(() -> ExitReason.of(
                        Kind.LAUNCH_FAILED, "lost its runner, which ended with exit code " + exit + said(diagnostics)));
    }

    private ExitReason known(RunnerExit exit, String diagnostics) {
        return new ExitReason(kind(exit), exit.what() + said(lastWords(diagnostics)), advice(exit), List.of());
    }

    /** The script that starts Java leaves a whole outcome on standard error, and in its message what to try. */
    private ExitReason oldJava(String diagnostics) {
        RunnerExit exit = RunnerExit.OLD_JAVA;
        return Outcome.fromDiagnostics(diagnostics)
                .map(told -> new ExitReason(
                        kind(exit),
                        exit.what(),
                        Optional.empty(),
                        told.message().lines().toList()))
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
                    NOT_STARTED -> Optional.empty();
        };
    }

    /** What the runner itself said, if YARN shows it: the rest repeats the exit code and its own script. */
    private static String lastWords(String diagnostics) {
        Matcher words = LAST_WORDS.matcher(diagnostics);
        return words.find() && !words.group(1).isEmpty() ? words.group(1) : diagnostics;
    }

    private static Kind kind(RunnerExit exit) {
        if (exit == RunnerExit.OLD_JAVA) {
            return Kind.NOT_PREPARED;
        }
        return switch (exit.owner()) {
            case USER -> Kind.SERVER_FAILED;
            case CLUSTER -> Kind.LAUNCH_FAILED;
            case YDL -> Kind.INTERNAL;
        };
    }

    static ExitReason launchFailed(Throwable cause) {
        return ExitReason.of(Kind.LAUNCH_FAILED, "could not be launched: " + cause.getMessage());
    }

    private static String said(String diagnostics) {
        return diagnostics.isBlank() ? "" : ": " + diagnostics.strip();
    }
}
