package org.ydl.am.yarn;

import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.ydl.api.Owner;
import org.ydl.api.RunnerExit;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

/** What YARN's word about an ended container means to a job. */
final class YarnExits {
    private YarnExits() {}

    static ExitReason reason(ContainerStatus status) {
        int exit = status.getExitStatus();
        String said = said(status.getDiagnostics());
        return switch (exit) {
            case ContainerExitStatus.KILLED_EXCEEDED_PMEM, ContainerExitStatus.KILLED_EXCEEDED_VMEM ->
                ExitReason.of(
                        Kind.MEMORY_EXCEEDED,
                        "was killed by YARN for using too much memory" + said,
                        "--worker-memory or --ps-memory with a larger size, or a smaller batch size");
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
            default -> ofRunner(exit, said);
        };
    }

    /** A runner ends only when told to: any other end is that of the runner itself. */
    private static ExitReason ofRunner(int exit, String said) {
        if (exit > ExitReason.SIGNAL_BASE) {
            return ExitReason.of(
                    Kind.SIGNALLED,
                    "lost its runner to signal " + (exit - ExitReason.SIGNAL_BASE) + " (exit code " + exit + ")",
                    "does the job, or something on that node, kill processes? A native crash leaves hs_err_pid*.log");
        }
        return RunnerExit.of(exit)
                .map(known -> ExitReason.of(kind(known.owner()), known.what() + said))
                .orElseGet(() -> ExitReason.of(
                        Kind.LAUNCH_FAILED, "lost its runner, which ended with exit code " + exit + said));
    }

    private static Kind kind(Owner owner) {
        return switch (owner) {
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
