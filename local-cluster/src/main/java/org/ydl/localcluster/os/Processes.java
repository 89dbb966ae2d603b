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
    private static final int MOST_LOOKS = 7;
    private static final int EMPTY_LOOKS = 2;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

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

    /** What {@link #stopAll} came to: how many it met, and those that match even so. */
    public record Sweep(int met, List<ProcessIdentity> left) {}

    /**
     * Stops all that match, also those that they start meanwhile, until two looks in a row find none: a process that is just
     * becoming another program shows no environment for a moment.
     */
    public static Sweep stopAll(Predicate<Traits> condition, Duration patience) throws InterruptedException {
        Set<ProcessIdentity> met = new HashSet<>();
        int emptyLooks = 0;
        for (int look = 0; look < MOST_LOOKS; look++) {
            List<ProcessIdentity> found = matching(condition);
            emptyLooks = found.isEmpty() ? emptyLooks + 1 : 0;
            if (emptyLooks == EMPTY_LOOKS) {
                return new Sweep(met.size(), List.of());
            }
            met.addAll(found);
            stop(found, patience);
            Thread.sleep(BETWEEN_LOOKS.toMillis());
        }
        return new Sweep(met.size(), matching(condition));
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
