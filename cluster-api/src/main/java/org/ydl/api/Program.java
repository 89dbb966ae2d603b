package org.ydl.api;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the user's process is made of.
 *
 * @param command its words, which may hold {@link Placeholder}s; a first word {@code python} or {@code java} stands for
 *     the job's own. Empty if no process is to be run.
 * @param environment added to that of the container
 * @param python the job's Python on the nodes: a name, a path, or a path relative to the container's working directory;
 *     its TensorFlow is where libtensorflow is looked for
 * @param tfLibrary an explicit libtensorflow on the nodes
 * @param sourceTree the link of an unpacked directory that is to be the process' working tree
 * @param findsLibrary whether the process is to find libtensorflow in its library path. A Python has its own, which
 *     another one must not shadow.
 */
public record Program(
        List<String> command,
        Map<String, String> environment,
        String python,
        Optional<String> tfLibrary,
        Optional<String> sourceTree,
        boolean findsLibrary) {

    public Program {
        command = List.copyOf(command);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }

    /** A Python program with nothing special about it. */
    public static Program of(List<String> command, String python) {
        return new Program(command, Map.of(), python, Optional.empty(), Optional.empty(), false);
    }
}
