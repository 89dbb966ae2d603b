package org.ydl.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The program of a job that runs beside its client, while the containers only serve.
 *
 * @param command its words, which may hold placeholders; a first word {@code python} or {@code java} stands for the job's
 *     own
 * @param environment added to this process' own
 * @param python the job's Python on this machine
 * @param directory where it runs
 * @param everyWorker whether there is one process for each worker, at that worker's place, instead of one for all
 * @param sparse whether a worker is told only about itself, the chief and the ps
 * @param stopGrace between SIGTERM and SIGKILL
 */
public record ClientProgram(
        List<String> command,
        Map<String, String> environment,
        String python,
        Path directory,
        boolean everyWorker,
        boolean sparse,
        Duration stopGrace) {

    public ClientProgram {
        command = List.copyOf(command);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }
}
