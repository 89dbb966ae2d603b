package org.ydl.localcluster.os;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The line that Linux keeps about a process in {@code /proc/<pid>/stat}.
 *
 * <p>Immutable. A snapshot: the process may be gone when it is looked at.
 */
record ProcStat(long pid, char state, long parent, int terminal, int threads, long startTicks) {
    private static final Path PROC = Path.of("/proc");

    static Optional<ProcStat> of(long pid) {
        try {
            byte[] line = Files.readAllBytes(directory(pid).resolve("stat"));
            return Optional.of(parse(pid, new String(line, StandardCharsets.ISO_8859_1)));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    static ProcStat parse(long pid, String line) {
        // The second field is the program's name in parentheses, and may itself hold spaces and parentheses.
        String[] fields = line.substring(line.lastIndexOf(')') + 2).trim().split(" ");
        return new ProcStat(
                pid,
                fields[0].charAt(0),
                Long.parseLong(fields[1]),
                Integer.parseInt(fields[4]),
                Integer.parseInt(fields[17]),
                Long.parseLong(fields[19]));
    }

    /** All processes of the machine that can be seen now. */
    static List<ProcStat> all() {
        try (Stream<Path> entries = Files.list(PROC)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.chars().allMatch(Character::isDigit))
                    .flatMap(name -> of(Long.parseLong(name)).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot list /proc: the local cluster needs Linux with /proc mounted.", e);
        }
    }

    /**
     * A zombie has ended: only its parent has not yet asked for its exit code. But the state is that of the first thread:
     * while others are still ending, the process keeps its ports and files.
     */
    boolean isAlive() {
        return threads > 1 || (state != 'Z' && state != 'X');
    }

    boolean hasTerminal() {
        return terminal != 0;
    }

    /** The variables the process was started with; empty for another user's process. */
    List<String> environment() {
        try {
            byte[] environ = Files.readAllBytes(directory(pid).resolve("environ"));
            return List.of(new String(environ, StandardCharsets.UTF_8).split("\0"));
        } catch (IOException goneOrForbidden) {
            return List.of();
        }
    }

    Optional<Path> workingDirectory() {
        try {
            return Optional.of(Files.readSymbolicLink(directory(pid).resolve("cwd")));
        } catch (IOException goneOrForbidden) {
            return Optional.empty();
        }
    }

    private static Path directory(long pid) {
        return PROC.resolve(Long.toString(pid));
    }
}
