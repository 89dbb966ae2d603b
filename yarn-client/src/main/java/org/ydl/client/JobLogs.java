package org.ydl.client;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Copies the logs of a job's containers to one stream, from one source after the other, each container once and under a
 * head that names its task. Used by one thread.
 */
public final class JobLogs {
    private final Map<String, String> names;
    private final Optional<String> only;
    private final PrintStream to;
    private final Set<String> copied = new HashSet<>();
    private boolean allCopied;

    /** What YARN has collected of one container, or of all: returns whether there was anything. */
    public interface Collected {
        boolean copy(Optional<String> container, OutputStream to);
    }

    /**
     * @param names what to call the containers that are known, by their ids
     * @param only the one container that is asked for; absent: all
     */
    public JobLogs(Map<String, String> names, Optional<String> only, PrintStream to) {
        this.names = new TreeMap<>(names);
        this.only = only;
        this.to = to;
    }

    /** By task, as far as the tasks are known. */
    public void copyCollected(Collected collected) {
        if (wanted().isEmpty()) {
            allCopied = collected.copy(Optional.empty(), to);
        }
        for (String container : wanted()) {
            if (collected.copy(Optional.of(container), new HeadedStream(() -> head(container), to))) {
                copied.add(container);
            }
        }
    }

    /** What is still missing, from the directories of a cluster on this machine. */
    public void copyLocal(List<Path> directories) throws IOException {
        List<Path> sorted = directories.stream()
                .sorted(Comparator.comparing(Path::getFileName))
                .toList();
        for (Path directory : sorted) {
            String container = directory.getFileName().toString();
            if (!allCopied && only.map(container::equals).orElse(true) && copied.add(container)) {
                head(container);
                copyDirectory(directory);
            }
        }
    }

    private void copyDirectory(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(file ->
                            AggregatedLogs.FILES.contains(file.getFileName().toString()))
                    .sorted()
                    .toList()) {
                if (Files.size(file) > 0) {
                    to.println("--- " + file.getFileName());
                    Files.copy(file, to);
                    to.println();
                }
            }
        }
    }

    /** Whether nothing was found anywhere. */
    public boolean isEmpty() {
        return copied.isEmpty() && !allCopied;
    }

    /** The names of those that were asked for and found nowhere. */
    public List<String> missing() {
        return wanted().stream()
                .filter(container -> !copied.contains(container))
                .map(container -> names.getOrDefault(container, container))
                .toList();
    }

    /** The ids of the containers that are asked for, as far as they are known. */
    private List<String> wanted() {
        return only.map(List::of).orElseGet(() -> names.keySet().stream()
                .sorted(Comparator.comparing(names::get))
                .toList());
    }

    private void head(String container) {
        to.println("=== "
                + Optional.ofNullable(names.get(container))
                        .map(name -> name + "  " + container)
                        .orElse(container));
    }

    /** Writes a head before the first byte, and none if nothing comes. */
    private static final class HeadedStream extends FilterOutputStream {
        private final Runnable head;
        private boolean begun;

        HeadedStream(Runnable head, OutputStream to) {
            super(to);
            this.head = head;
        }

        @Override
        public void write(int next) throws IOException {
            begin();
            out.write(next);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            begin();
            out.write(bytes, offset, length);
        }

        private void begin() {
            if (!begun) {
                begun = true;
                head.run();
            }
        }
    }
}
