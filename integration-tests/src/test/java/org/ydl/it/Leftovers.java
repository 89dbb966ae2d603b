package org.ydl.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What a job may have left behind: processes that bear its id, its directories on the nodes, its staged files. */
final class Leftovers {
    /** The node sweeps up shortly after the client was told; a leak stays for ever. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Leftovers() {}

    static void awaitNone(Installation ydl, String applicationId) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        List<String> left = of(ydl, applicationId);
        while (!left.isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(applicationId + " left behind " + left);
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            left = of(ydl, applicationId);
        }
    }

    private static List<String> of(Installation ydl, String applicationId) {
        List<String> left = new ArrayList<>(LiveProcesses.naming(applicationId));
        // Containers bear the application's number: container_1700000000000_0001_01_000002.
        left.addAll(LiveProcesses.naming(applicationId.replace("application_", "container_") + "_"));
        try (Stream<Path> files = Files.walk(ydl.clusterHome())) {
            files.filter(file -> file.endsWith("appcache/" + applicationId)).forEach(file -> left.add(file.toString()));
        } catch (IOException | UncheckedIOException e) {
            left.add("not known, the directories changed meanwhile: " + e); // asked again
        }
        left.addAll(
                ydl.staged().stream().filter(name -> name.equals(applicationId)).toList());
        return left;
    }
}
