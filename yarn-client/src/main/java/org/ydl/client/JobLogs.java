package org.ydl.client;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies the logs of a job's containers to one stream, from one source after the other, each container once and under a
 * head that names its task. Used by one thread.
 */
public final class JobLogs {
    private final JobContainers known;
    private final boolean others;
    /** What a container's processes write, and Java when it crashes. A node adds listings of its own. */
    private static final Pattern OF_A_PROCESS = Pattern.compile("stdout|stderr|prelaunch\\.err|hs_err_pid\\d+\\.log");

    private final PrintStream to;
    private final Set<String> copied = new HashSet<>();

    /** What YARN has collected. */
    public interface Collected {
        List<String> containers();

        /** Copies what the processes of a container wrote; returns whether there was anything. */
        boolean copy(String container, OutputStream to);
    }

    private JobLogs(JobContainers known, boolean others, PrintStream to) {
        this.known = known;
        this.others = others;
        this.to = to;
    }

    /** Those of these containers, in their order. */
    public static JobLogs of(JobContainers wanted, PrintStream to) {
        return new JobLogs(wanted, false, to);
    }

    /** Those of these containers, in their order, and of any other that is found. */
    public static JobLogs ofAll(JobContainers known, PrintStream to) {
        return new JobLogs(known, true, to);
    }

    /** Whether a container's file of this name tells about the job. */
    static boolean isOfAProcess(String file) {
        return OF_A_PROCESS.matcher(file).matches();
    }

    public void copyCollected(Collected collected) {
        for (JobContainers.Known container : known.all()) {
            copy(container.id(), container.head(), collected);
        }
        if (others) {
            for (String container : collected.containers()) {
                if (!copied.contains(container)) {
                    copy(container, container, collected);
                }
            }
        }
    }

    private void copy(String container, String head, Collected collected) {
        if (collected.copy(container, new HeadedStream(() -> head(head), to))) {
            copied.add(container);
        }
    }

    /** What is still missing, from the directories of a cluster on this machine. */
    public void copyLocal(List<Path> directories) throws IOException {
        Map<String, Path> found = new TreeMap<>();
        directories.forEach(directory -> found.put(directory.getFileName().toString(), directory));
        for (JobContainers.Known container : known.all()) {
            Optional<Path> directory = Optional.ofNullable(found.remove(container.id()));
            if (directory.isPresent() && copied.add(container.id())) {
                head(container.head());
                copyDirectory(directory.get());
            }
        }
        if (others) {
            for (Map.Entry<String, Path> unknown : found.entrySet()) {
                if (copied.add(unknown.getKey())) {
                    head(unknown.getKey());
                    copyDirectory(unknown.getValue());
                }
            }
        }
    }

    private void copyDirectory(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(
                            file -> isOfAProcess(file.getFileName().toString()))
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
        return copied.isEmpty();
    }

    /** The names of those that are known and were found nowhere. */
    public List<String> missing() {
        return known.all().stream()
                .filter(container -> !copied.contains(container.id()))
                .map(JobContainers.Known::name)
                .toList();
    }

    private void head(String text) {
        to.println("=== " + text);
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
