package org.ydl.localcluster.python;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.localcluster.os.Directories;

class RuntimeCommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @Test
    void packedEnvironmentRunsWhereItIsUnpackedWithoutTheOneItWasMadeFrom() throws Exception {
        Path environment = environmentWith("hello.py", "GREETING = 'hello from a package'\n");
        Path archive = directory.resolve("an archive.tar.gz");

        assertEquals(
                RuntimeCommand.OK, run("pack", "--python", environment.toString(), "--output=" + archive), this::text);
        Directories.delete(environment);
        Path elsewhere = Files.createDirectory(directory.resolve("else where"));
        succeeded("tar", "xzf", archive.toString(), "-C", elsewhere.toString());
        List<String> answer = succeeded(
                elsewhere.resolve("bin/python").toString(),
                "-c",
                "import ctypes, hello, site, sys; print(hello.GREETING, sys.prefix, site.ENABLE_USER_SITE)");

        assertEquals(List.of("hello from a package " + elsewhere.toRealPath() + " False"), answer);
        assertFalse(Files.exists(elsewhere.resolve("pyvenv.cfg")));
        assertTrue(text().contains("warning: it has no TensorFlow"), this::text);
        assertTrue(text().contains("use it with: ydl-tf --python-env " + archive), this::text);
    }

    @Test
    void sameEnvironmentGivesTheSameArchive() throws Exception {
        Path environment = environmentWith("hello.py", "");
        Path one = directory.resolve("one.tar.gz");
        Path two = directory.resolve("two.tar.gz");

        assertEquals(RuntimeCommand.OK, run("pack", "--python", environment.toString(), "--output", one.toString()));
        assertEquals(
                RuntimeCommand.OK,
                run("pack", "--python", environment.resolve("bin/python").toString(), "--output", two.toString()));

        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two));
    }

    @Test
    void packagesThatLieElsewhereAreNamed() throws Exception {
        Path project = Files.createDirectory(directory.resolve("project"));
        Path environment = environmentWith("project.pth", project + "\n");

        run(
                "pack",
                "--python",
                environment.toString(),
                "--output",
                directory.resolve("a.tar.gz").toString());

        assertTrue(text().contains("warning: packages in " + project + " are not packed"), this::text);
    }

    @Test
    void pythonThatIsNotThereIsNamed() throws Exception {
        assertEquals(RuntimeCommand.FAILED, run("pack", "--python", "/nowhere/python3"));

        assertTrue(text().contains("There is no Python at /nowhere/python3."), this::text);
    }

    @Test
    void programThatIsNoPythonIsQuoted() throws Exception {
        Path program = Files.writeString(directory.resolve("program"), "#!/bin/sh\necho who are you; exit 3\n");
        assertTrue(program.toFile().setExecutable(true));

        assertEquals(RuntimeCommand.FAILED, run("pack", "--python", program.toString(), "--output", directory + "/x"));

        assertTrue(text().contains("it ended with exit code 3"), this::text);
        assertTrue(text().contains("    who are you"), this::text);
    }

    @Test
    void archiveThatCannotBeWrittenIsNamedAndNothingIsLeft() throws Exception {
        Path environment = environmentWith("hello.py", "");
        Path taken = Files.createDirectories(directory.resolve("taken").resolve("inside"))
                .getParent();

        assertEquals(
                RuntimeCommand.FAILED, run("pack", "--python", environment.toString(), "--output", taken.toString()));

        assertTrue(text().contains("ydl-runtime: cannot pack " + taken), this::text);
        assertFalse(text().contains("Traceback"), this::text);
        assertFalse(Files.exists(directory.resolve("taken.part")));
    }

    @Test
    void directoryThatIsNotThereIsNamed() throws Exception {
        Path python = environmentWith("hello.py", "");

        assertEquals(
                RuntimeCommand.FAILED, run("pack", "--python", python.toString(), "--output", "/nowhere/a.tar.gz"));

        assertTrue(text().contains("Cannot write /nowhere/a.tar.gz: /nowhere is no directory"), this::text);
    }

    @Test
    void allProblemsOfTheCommandLineAreReportedTogether() throws Exception {
        assertEquals(RuntimeCommand.USAGE, run("pakc", "--otuput", "--python"));

        assertTrue(text().contains("pakc is not known. Did you mean pack?"), this::text);
        assertTrue(text().contains("--otuput is not known. Did you mean --output?"), this::text);
        assertTrue(text().contains("--python needs a value."), this::text);
    }

    @Test
    void nothingToDoIsSaid() throws Exception {
        assertEquals(RuntimeCommand.USAGE, run());

        assertTrue(text().contains("Say what to do: ydl-runtime pack."), this::text);
    }

    @Test
    void helpFitsAScreen() throws Exception {
        assertEquals(RuntimeCommand.OK, run("--help"));

        assertTrue(out.toString(StandardCharsets.UTF_8).lines().count() <= 40, this::text);
    }

    /** A virtual environment without pip, with one file among its packages. */
    private Path environmentWith(String file, String content) throws Exception {
        Path environment = directory.resolve("environment");
        succeeded(new PythonFinder(Map.of()).find(), "-m", "venv", "--without-pip", environment.toString());
        List<String> packages = succeeded(
                environment.resolve("bin/python").toString(),
                "-c",
                "import sysconfig; print(sysconfig.get_path('purelib'))");
        Files.writeString(Path.of(packages.get(0)).resolve(file), content);
        return environment;
    }

    private static List<String> succeeded(String... command) throws IOException, InterruptedException {
        Captured answer = Captured.run(List.of(command), PATIENCE, line -> {});
        assertEquals(0, answer.exitCode(), answer::toString);
        return answer.lines();
    }

    private int run(String... words) throws InterruptedException {
        return new RuntimeCommand(print(out), print(err)).run(List.of(words));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }
}
