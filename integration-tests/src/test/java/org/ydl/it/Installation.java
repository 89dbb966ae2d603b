package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ydl.localcluster.python.PythonRuntime;

/**
 * The built distribution with a {@code ~/.ydl} of its own, in a directory that is removed in the end: what a user has.
 *
 * <p>The Python environment is the machine's, made on first use: it takes a minute and never changes.
 */
final class Installation implements AutoCloseable {
    private final Path distribution =
            Path.of(System.getProperty("ydl.distribution")).normalize();
    private final Path scratch;
    private final Path state;

    Installation() {
        try {
            scratch = Files.createTempDirectory(
                    Files.createDirectories(Path.of(System.getProperty("ydl.scratch"))), "it");
            state = Files.createDirectory(scratch.resolve("ydl"));
            Path python = PythonRuntime.standardParent();
            PythonRuntime.in(python, System.getenv()).ensure(System.err::println);
            Files.createSymbolicLink(state.resolve("python"), python);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts {@code ydl-tf}. */
    Command ydl(String... words) {
        return command("ydl-tf", Map.of(), words);
    }

    Command ydlWith(Map<String, String> environment, String... words) {
        return command("ydl-tf", environment, words);
    }

    /** Starts {@code ydl-tf} in another directory than the scratch one. */
    Command ydlIn(Path directory, String... words) {
        return command("ydl-tf", directory, Map.of(), words);
    }

    /** Starts {@code ydl-runtime}. */
    Command runtime(String... words) {
        return command("ydl-runtime", Map.of(), words);
    }

    /** Starts {@code ydl-cluster} and waits for its success. */
    Command cluster(String... words) {
        Command command = command("ydl-cluster", Map.of(), words);
        assertEquals(0, command.exitCode(), command::toString);
        return command;
    }

    private Command command(String program, Map<String, String> environment, String... words) {
        return command(program, scratch, environment, words);
    }

    private Command command(String program, Path directory, Map<String, String> environment, String... words) {
        List<String> line = new ArrayList<>(
                List.of(distribution.resolve("bin").resolve(program).toString()));
        line.addAll(List.of(words));
        Map<String, String> all = new TreeMap<>(Map.of("YDL_DIR", state.toString()));
        all.putAll(environment);
        return new Command(line, directory, all);
    }

    /** Starts any other program in the scratch directory. */
    Command run(String... words) {
        return new Command(List.of(words), scratch, Map.of());
    }

    Path distribution() {
        return distribution;
    }

    String sample(String path) {
        return distribution.resolve("samples").resolve(path).toString();
    }

    /** One of the jobs under {@code src/test/resources/jobs}. */
    String job(String name) {
        return Path.of("src", "test", "resources", "jobs", name)
                .toAbsolutePath()
                .toString();
    }

    Path scratch() {
        return scratch;
    }

    /** Where the local cluster keeps its files, and so what the command line of each of its processes names. */
    Path clusterHome() {
        return state.resolve("cluster");
    }

    /** The applications whose staging directories are on HDFS, as the NameNode lists them. */
    List<String> staged() {
        String path = "/user/" + System.getProperty("user.name") + "/.ydl/staging";
        return NameNode.of(this).list(path);
    }

    @Override
    public void close() {
        cluster("down", "--purge");
        assertEquals(List.of(), LiveProcesses.naming(scratch), "processes outlived the cluster");
        try (Stream<Path> files = Files.walk(scratch)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
