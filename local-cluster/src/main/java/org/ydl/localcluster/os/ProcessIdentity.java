package org.ydl.localcluster.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Names one process for good: its number, when it started, and in which boot of the machine.
 *
 * <p>A number alone is given again to other processes, and a wall clock may be set: the kernel's start tick and boot id
 * do not change. Immutable, any thread.
 */
public record ProcessIdentity(long pid, long startTicks, String bootId) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** The live process with this number, if there is one. */
    public static Optional<ProcessIdentity> of(long pid) {
        return ProcStat.of(pid).filter(ProcStat::isAlive).map(ProcessIdentity::of);
    }

    static ProcessIdentity of(ProcStat stat) {
        return new ProcessIdentity(stat.pid(), stat.startTicks(), currentBoot());
    }

    /** Reads what {@link #encoded()} wrote; empty if it is something else. */
    public static Optional<ProcessIdentity> parse(String encoded) {
        String[] parts = encoded.trim().split(" ");
        try {
            return parts.length == 3
                    ? Optional.of(new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]))
                    : Optional.empty();
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    public String encoded() {
        return pid + " " + startTicks + " " + bootId;
    }

    /** Whether this very process still runs: a later one with the same number does not count, nor does a zombie. */
    public boolean isAlive() {
        return of(pid).filter(this::equals).isPresent();
    }

    /** Asks the process to end (SIGTERM), if it is still the same one. */
    public void terminate() {
        handle().ifPresent(ProcessHandle::destroy);
    }

    /** Ends the process (SIGKILL), if it is still the same one. */
    public void kill() {
        handle().ifPresent(ProcessHandle::destroyForcibly);
    }

    private Optional<ProcessHandle> handle() {
        return isAlive() ? ProcessHandle.of(pid) : Optional.empty();
    }

    private static String currentBoot() {
        try {
            return Files.readString(BOOT_ID).trim();
        } catch (IOException unavailable) {
            return "unknown-boot";
        }
    }
}
