package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The distribution is whole, and runs without a checkout. */
class DistributionIT {
    private final Path home = Path.of(System.getProperty("ydl.distribution")).normalize();

    @ParameterizedTest
    @ValueSource(strings = {"app-master", "container-runner", "local-cluster", "yarn-client"})
    void everyLibraryThatAProgramNamesIsThere(String program) throws IOException {
        List<String> missing = classPath(program).stream()
                .filter(jar -> !Files.exists(home.resolve("lib").resolve(jar)))
                .toList();

        assertEquals(List.of(), missing);
    }

    @Test
    void runnersHaveNoHadoopOnTheirClassPath() throws IOException {
        List<String> hadoop = classPath("container-runner").stream()
                .filter(jar -> jar.startsWith("hadoop"))
                .toList();

        assertEquals(List.of(), hadoop);
    }

    @Test
    void clientsDoNotLoadTheDaemons() throws IOException {
        List<String> servers = classPath("yarn-client").stream()
                .filter(jar -> jar.startsWith("hadoop-yarn-server"))
                .toList();

        assertEquals(List.of(), servers);
    }

    @Test
    void tarballHoldsItAll() {
        Path tarball = home.getParent().resolveSibling(home.getFileName() + ".tar.gz");
        try (Command list = new Command(List.of("tar", "tzf", tarball.toString()), home, Map.of())) {
            assertEquals(0, list.exitCode(), list::toString);
            for (String file : List.of(
                    "bin/ydl-tf",
                    "bin/ydl-cluster",
                    "bin/ydl-runtime",
                    "lib/ydl-run.sh",
                    "samples/between-graph/job.py",
                    "samples/between-graph/digits.csv.gz",
                    "samples/in-graph/plus.py",
                    "samples/clients/cluster_spec.py",
                    "samples/c/build.sh",
                    "samples/java/Plus.java",
                    "proto/ydl/v1/cluster.proto",
                    "LICENSE",
                    "README.md")) {
                assertTrue(list.out().contains(home.getFileName() + "/" + file), file);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cluster", "kill"})
    void helpFitsAScreen(String subcommand) {
        List<String> words = subcommand.isEmpty() ? List.of("--help") : List.of(subcommand, "--help");
        List<String> line = new ArrayList<>(List.of(home.resolve("bin/ydl-tf").toString()));
        line.addAll(words);
        try (Command help = new Command(line, home, Map.of())) {
            assertEquals(0, help.exitCode(), help::toString);
            assertTrue(help.out().size() <= 50, () -> help.out().size() + " lines: " + help);
            assertTrue(help.text().contains("Example"), help::toString);
        }
    }

    private List<String> classPath(String program) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(home.resolve("lib"), program + "-*.jar");
                JarFile jar = new JarFile(jars.iterator().next().toFile())) {
            return List.of(jar.getManifest()
                    .getMainAttributes()
                    .getValue(Attributes.Name.CLASS_PATH)
                    .split(" "));
        }
    }
}
