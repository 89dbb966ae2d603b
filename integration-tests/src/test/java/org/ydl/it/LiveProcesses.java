package org.ydl.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What runs on this machine, by what its command line, environment or working directory names. */
final class LiveProcesses {
    private LiveProcesses() {}

    /** The processes, other than this one, that have to do with a directory. */
    static List<String> naming(Path directory) {
        return naming(directory.toString());
    }

    /** The processes, other than this one, in whose command line, environment or working directory a text occurs. */
    static List<String> naming(String text) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> traces(process.pid()).contains(text))
                .map(process ->
                        process.pid() + " " + process.info().commandLine().orElse("?"))
                .toList();
    }

    /** Kills the processes in whose traces both texts occur: SIGKILL. */
    static void kill(String one, String other) {
        ProcessHandle.allProcesses()
                .filter(process -> traces(process.pid()).contains(one))
                .filter(process -> traces(process.pid()).contains(other))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static String traces(long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        return read(proc.resolve("cmdline")) + read(proc.resolve("environ")) + link(proc.resolve("cwd"));
    }

    /** Empty for a process that has ended meanwhile. */
    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
