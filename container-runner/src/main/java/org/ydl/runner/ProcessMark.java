package org.ydl.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * A variable that marks a process and, since the environment is inherited, everything it starts, wherever that ends up:
 * in a session of its own, or as a child of init after its parent has gone.
 *
 * <p>Not found is what was started with a cleared environment, or has overwritten it to change its title. Immutable;
 * usable from any thread.
 */
record ProcessMark(String variable, String value) {
    private static final Path PROC = Path.of("/proc");

    /** More rounds than any tree needs whose members fork while they are being killed. */
    private static final int ROUNDS = 100;

    /** A killed process is seen until the kernel has taken its memory away. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** A process that is just becoming another program shows no environment: one look that finds nobody is not enough. */
    private static final int EMPTY_LOOKS = 2;

    /** The living processes that carry the mark. A process that is already dead, but not yet reaped, shows none. */
    List<ProcessHandle> find() {
        byte[] entry = (variable + "=" + value).getBytes(StandardCharsets.UTF_8);
        List<ProcessHandle> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (carries(process.resolve("environ"), entry)) {
                    handle(process).ifPresent(found::add);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot list the processes of this node in " + PROC, e);
        }
        return found;
    }

    /** Kills all that carry the mark, until none is left; returns how many there were. Blocks for a moment. */
    int killAll() {
        Set<Long> killed = new HashSet<>();
        int emptyLooks = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<ProcessHandle> found = find();
            emptyLooks = found.isEmpty() ? emptyLooks + 1 : 0;
            if (emptyLooks == EMPTY_LOOKS) {
                break;
            }
            for (ProcessHandle process : found) {
                process.destroyForcibly();
                killed.add(process.pid());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return killed.size();
    }

    private static Optional<ProcessHandle> handle(Path process) {
        return ProcessHandle.of(Long.parseLong(process.getFileName().toString()));
    }

    private static boolean carries(Path environ, byte[] entry) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(environ);
        } catch (IOException e) {
            return false; // ended meanwhile, or not ours to see
        }
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                if (Arrays.equals(bytes, start, i, entry, 0, entry.length)) {
                    return true;
                }
                start = i + 1;
            }
        }
        return false;
    }
}
