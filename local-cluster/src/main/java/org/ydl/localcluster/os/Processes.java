package org.ydl.localcluster.os;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds processes by what marks them, and ends processes.
 *
 * <p>Stateless, any thread. It never ends the calling process or one of its ancestors.
 */
public final class Processes {
    private Processes() {}

    /** What can be asked about a running process. */
    public interface Traits {
        /** The variables it was started with, each as {@code NAME=value}. */
        List<String> environment();

        Optional<Path> workingDirectory();

        /** Whether it belongs to somebody's terminal, such as a shell. */
        boolean hasTerminal();
    }

    /** The live processes of this user that match, without the calling process and its ancestors. */
    public static List<ProcessIdentity> matching(Predicate<Traits> condition) {
        Set<Long> own = ownLineage();
        return ProcStat.all().stream()
                .filter(ProcStat::isAlive)
                .filter(stat -> !own.contains(stat.pid()))
                .filter(stat -> condition.test(traits(stat)))
                .map(ProcessIdentity::of)
                .toList();
    }

    /**
     * Asks all to end, kills those that have not after {@code patience}, and waits for their end.
     *
     * @return those that run on even so
     */
    public static List<ProcessIdentity> stop(Collection<ProcessIdentity> processes, Duration patience)
            throws InterruptedException {
        processes.forEach(ProcessIdentity::terminate);
        if (!Wait.until(() -> noneAlive(processes), patience)) {
            processes.forEach(ProcessIdentity::kill);
            Wait.until(() -> noneAlive(processes), Duration.ofSeconds(10));
        }
        return processes.stream().filter(ProcessIdentity::isAlive).toList();
    }

    private static boolean noneAlive(Collection<ProcessIdentity> processes) {
        return processes.stream().noneMatch(ProcessIdentity::isAlive);
    }

    private static Set<Long> ownLineage() {
        Set<Long> lineage = new HashSet<>();
        Optional<ProcStat> next = ProcStat.of(ProcessHandle.current().pid());
        while (next.isPresent() && lineage.add(next.get().pid())) {
            next = ProcStat.of(next.get().parent());
        }
        return lineage;
    }

    private static Traits traits(ProcStat stat) {
        return new Traits() {
            @Override
            public List<String> environment() {
                return stat.environment();
            }

            @Override
            public Optional<Path> workingDirectory() {
                return stat.workingDirectory();
            }

            @Override
            public boolean hasTerminal() {
                return stat.hasTerminal();
            }
        };
    }
}
