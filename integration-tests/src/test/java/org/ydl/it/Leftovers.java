package org.ydl.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a job may have left behind: processes that bear its id, and with them their ports, containers in the books of the
 * nodes, its directories there, its staged files.
 */
final class Leftovers {
    /** The node sweeps up shortly after the client was told; a leak stays for ever. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Leftovers() {}

    static void awaitNone(Installation ydl, String applicationId) {
        awaitNone(ydl, applicationId, PATIENCE);
    }

    static void awaitNone(Installation ydl, String applicationId, Duration patience) {
        List<String> left = new ArrayList<>();
        Await.that(() -> "nothing of " + applicationId + " is left, but " + left, patience, () -> {
            left.clear();
            left.addAll(of(ydl, applicationId));
            return left.isEmpty();
        });
    }

    private static List<String> of(Installation ydl, String applicationId) {
        List<String> left = new ArrayList<>(processes(applicationId));
        left.addAll(containers(ydl, applicationId));
        try (Stream<Path> files = Files.walk(ydl.clusterHome())) {
            files.filter(file -> file.endsWith("appcache/" + applicationId)).forEach(file -> left.add(file.toString()));
        } catch (IOException | UncheckedIOException e) {
            left.add("not known, the directories changed meanwhile: " + e); // asked again
        }
        left.addAll(
                ydl.staged().stream().filter(name -> name.equals(applicationId)).toList());
        return left;
    }

    private static List<String> processes(String applicationId) {
        // Containers bear the application's number: container_1700000000000_0001_01_000002.
        String number = applicationId.substring("application".length()) + "_";
        return LiveProcess.all()
                .filter(process -> process.names(applicationId) || process.names(number))
                .map(LiveProcess::toString)
                .toList();
    }

    private static List<String> containers(Installation ydl, String applicationId) {
        Pattern own = Pattern.compile(JobProcesses.containers(applicationId).pattern() + "\\d+_\\d+");
        return new Daemons(ydl)
                .all().stream()
                        .filter(daemon -> daemon.name().startsWith("nodemanager"))
                        .flatMap(daemon -> daemon.web().stream())
                        .map(web -> Web.get(web.resolve("/ws/v1/node/containers")))
                        .flatMap(books -> own.matcher(books).results().map(MatchResult::group))
                        .distinct()
                        .toList();
    }
}
