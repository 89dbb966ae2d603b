package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.RunnerExit;

/** {@code ydl-java.sh}: which Java it takes, and what it says of one that is too old. */
@Timeout(60)
class StartJavaTest {
    /** Where bash's own helpers are, but no Java: {@code /usr/bin} may have one. */
    private final Map<String, String> environment = new TreeMap<>(Map.of("NM_HOST", "node7", "LANG", "C.UTF-8"));

    @TempDir
    Path temp;

    /** How a run ended. */
    private record Run(int exitCode, String stdout, String stderr) {
        Outcome outcome() {
            assertTrue(stderr.startsWith("ydl message:\n"), stderr);
            return Outcome.fromDiagnostics(stderr.substring("ydl message:\n".length()))
                    .orElseThrow();
        }
    }

    @Test
    void javaHomeIsTakenByItsReleaseFileAlone() throws Exception {
        Path home = java("jdk", Optional.of("17.0.15"));
        environment.put("JAVA_HOME", home.toString());

        Run run = run("-cp", "a b/*", "", "Mäin");

        assertEquals(0, run.exitCode(), run.stderr());
        assertEquals(home + "/bin/java of " + home + ": <-cp> <a b/*> <> <Mäin>\n", run.stdout());
    }

    @Test
    void anArchiveComesBeforeJavaHomeWithATopDirectoryOrWithout() throws Exception {
        environment.put("JAVA_HOME", java("old", Optional.of("1.8.0_392")).toString());
        java("flat", Optional.of("21"));
        java("wrapped/jdk-21.0.1", Optional.of("21.0.1"));

        environment.put("YDL_JAVA", "flat");
        assertTrue(run().stdout().contains(" of " + temp.toRealPath() + "/flat:"));

        environment.put("YDL_JAVA", "wrapped");
        assertTrue(run().stdout().contains(" of " + temp.toRealPath() + "/wrapped/jdk-21.0.1:"));
    }

    @Test
    void withoutAnyOtherTheOneInPathIsTaken() throws Exception {
        Path home = java("jdk", Optional.of("25.0.3"));
        Path bin = Files.createDirectory(temp.resolve("bin"));
        Files.createSymbolicLink(bin.resolve("java"), home.resolve("bin/java"));
        searchOnlyIn(bin);

        assertEquals(bin + "/java of " + home + ":\n", run().stdout());
    }

    @Test
    void aJavaWithoutReleaseFileIsAsked() throws Exception {
        environment.put("JAVA_HOME", java("jdk", Optional.empty()).toString());

        environment.put("FAKE_VERSION", "openjdk version \"17.0.1\" 2021-10-19");
        assertEquals(0, run().exitCode());

        environment.put("FAKE_VERSION", "java version \"1.8.0_392\"");
        assertTrue(run().outcome().message().contains("found     Java 1.8.0_392 from JAVA_HOME"));

        environment.put("FAKE_VERSION", "libc.so.6: version GLIBC_2.34 not found");
        assertTrue(run().outcome().message().contains("GLIBC_2.34 not found"));
    }

    @Test
    void anOldJavaIsNamedAndWhatToDo() throws Exception {
        Path home = java("jdk", Optional.of("1.8.0_392"));
        environment.put("JAVA_HOME", home.toString());

        Run run = run();

        assertEquals(RunnerExit.OLD_JAVA.code(), run.exitCode());
        assertEquals("", run.stdout());
        assertEquals(ExitCode.NOT_PREPARED, run.outcome().code());
        String message = run.outcome().message();
        assertTrue(message.startsWith("node7 has no Java that ydl can run on."), message);
        assertTrue(message.contains("found     Java 1.8.0_392 from JAVA_HOME, " + home + "\n"), message);
        assertTrue(message.contains("--java-home PATH") && message.contains("--java-archive ARCHIVE"), message);
    }

    @Test
    void versionsAreComparedAsNumbers() throws Exception {
        for (String old : new String[] {"9", "11.0.2", "16.0.1", "1.7.0_80", "unknown"}) {
            environment.put("JAVA_HOME", java("jdk-" + old, Optional.of(old)).toString());

            assertEquals(RunnerExit.OLD_JAVA.code(), run().exitCode(), old);
        }
        for (String recent : new String[] {"17", "17-ea", "21.0.1", "100"}) {
            environment.put(
                    "JAVA_HOME", java("jdk-" + recent, Optional.of(recent)).toString());

            assertEquals(0, run().exitCode(), recent);
        }
    }

    @Test
    void noJavaAtAllIsToldWithWhereItWasLookedFor() throws Exception {
        searchOnlyIn(Files.createDirectory(temp.resolve("bin")));
        assertTrue(run().outcome().message().contains("no JAVA_HOME, and no java in PATH, " + temp.resolve("bin")));

        environment.put("JAVA_HOME", "/no/such/java");
        assertTrue(run().outcome().message().contains("no bin/java in JAVA_HOME, /no/such/java"));

        environment.put("YDL_JAVA", "no-such-link");
        assertTrue(run().outcome().message().contains("no bin/java in the archive no-such-link"));
        assertEquals(RunnerExit.OLD_JAVA.code(), run().exitCode());
    }

    @Test
    void javaGetsAnEncodingOnlyWhereThereIsNone() throws Exception {
        environment.put("JAVA_HOME", java("jdk", Optional.of("17")).toString());

        environment.put("LANG", "de_DE.UTF-8");
        assertFalse(locale().contains("LC_ALL"));

        environment.put("LC_ALL", "C");
        assertEquals("LC_ALL=C.UTF-8 YDL_LC_ALL=C", locale());

        environment.keySet().removeAll(List.of("LC_ALL", "LANG"));
        assertEquals("LC_ALL=C.UTF-8 YDL_LC_ALL=", locale());
    }

    private String locale() throws Exception {
        return run("locale").stdout().strip();
    }

    /** With the script's own helpers, but nothing else. */
    private void searchOnlyIn(Path bin) throws IOException {
        Files.createSymbolicLink(bin.resolve("readlink"), Path.of("/usr/bin/readlink"));
        environment.put("PATH", bin.toString());
    }

    /** A Java home whose Java only tells how it was started. */
    private Path java(String name, Optional<String> version) throws IOException {
        Path home = temp.resolve(name);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(
                java,
                """
                #!/bin/sh
                case $1 in
                  -version) echo "$FAKE_VERSION" >&2; exit ;;
                  locale) /usr/bin/env | LC_ALL=C /usr/bin/sort | /usr/bin/grep LC_ALL | /usr/bin/paste -sd ' '; exit ;;
                esac
                printf '%s of %s:' "$0" "$JAVA_HOME"
                [ $# -eq 0 ] || printf ' <%s>' "$@"
                echo
                """);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (version.isPresent()) {
            Files.writeString(
                    home.resolve("release"), "IMPLEMENTOR=\"Any\"\nJAVA_VERSION=\"" + version.get() + "\"\nOS=Linux\n");
        }
        return home;
    }

    private Run run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("/bin/bash", ScriptProcess.START_JAVA));
        command.addAll(List.of(arguments));
        Path stdout = temp.resolve("stdout");
        Path stderr = temp.resolve("stderr");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(temp.toFile())
                .redirectOutput(stdout.toFile())
                .redirectError(stderr.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        builder.environment().putAll(environment);
        Process process = builder.start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return new Run(
                process.exitValue(),
                Files.readString(stdout, StandardCharsets.UTF_8),
                Files.readString(stderr, StandardCharsets.UTF_8));
    }
}
