package org.ydl.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ydl.localcluster.os.ProcessIdentity;

/** A process of this machine, as it was at one moment. Equal to another look at the same process. */
record LiveProcess(ProcessIdentity identity, List<String> command, Map<String, String> environment, String directory) {

    /** All but this one. */
    static Stream<LiveProcess> all() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> pid != ProcessHandle.current().pid())
                .flatMap(pid -> of(pid).stream());
    }

    static Optional<LiveProcess> of(long pid) {
        Path proc = Path.of("/proc", Long.toString(pid));
        return ProcessIdentity.of(pid)
                .map(identity -> new LiveProcess(
                        identity,
                        read(proc.resolve("cmdline")),
                        variables(read(proc.resolve("environ"))),
                        link(proc.resolve("cwd"))))
                .filter(process -> !process.directory.isEmpty()); // else it is ending, and parts of it are gone
    }

    long pid() {
        return identity.pid();
    }

    boolean isAlive() {
        return identity.isAlive();
    }

    Optional<LiveProcess> parent() {
        return ProcessHandle.of(pid()).flatMap(ProcessHandle::parent).flatMap(parent -> of(parent.pid()));
    }

    /** Whether it is a JVM with this main class, not a shell that names one. */
    boolean runs(String mainClass) {
        return !command.isEmpty() && command.get(0).endsWith("java") && command.contains(mainClass);
    }

    /** Whether its command line, environment or working directory has a text. */
    boolean names(String text) {
        return String.join("\0", command).contains(text)
                || directory.contains(text)
                || environment.entrySet().stream()
                        .anyMatch(variable -> (variable.getKey() + "=" + variable.getValue()).contains(text));
    }

    String variable(String name) {
        return environment.getOrDefault(name, "");
    }

    /** SIGKILL; returns when it has ended. */
    void kill() {
        identity.kill();
        Await.that(this + " has ended", () -> !isAlive());
    }

    /** Sends a signal, by name. */
    void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LiveProcess && identity.equals(((LiveProcess) other).identity);
    }

    @Override
    public int hashCode() {
        return identity.hashCode();
    }

    @Override
    public String toString() {
        return pid() + " " + String.join(" ", command);
    }

    /** Empty for a process that has ended meanwhile. */
    private static List<String> read(Path file) {
        try {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            return text.isEmpty() ? List.of() : List.of(text.split("\0"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Map<String, String> variables(List<String> lines) {
        Map<String, String> variables = new TreeMap<>();
        for (String line : lines) {
            int end = line.indexOf('=');
            variables.put(end < 0 ? line : line.substring(0, end), end < 0 ? "" : line.substring(end + 1));
        }
        return variables;
    }

    private static String link(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
