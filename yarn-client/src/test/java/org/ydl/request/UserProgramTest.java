package org.ydl.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserProgramTest {
    @TempDir
    private Path dir;

    @Test
    void scriptIsRunByPythonAndShippedWithWhatItDeclares() throws IOException {
        Path data = Files.writeString(dir.resolve("data.csv"), "1");
        Path script = Files.writeString(dir.resolve("train.py"), "# ydl:files data.csv\n");
        UserProgram program = new UserProgram(Optional.of(script), List.of("a b", "$x"), Optional.empty());

        assertEquals(List.of(), program.problems());
        assertEquals(List.of("python", "train.py", "a b", "$x"), program.command());
        assertEquals(List.of("python", script.toString(), "a b", "$x"), program.commandHere());
        assertEquals(List.of(script, data), program.files());
        assertTrue(program.needsPython());
    }

    @Test
    void jarIsRunByJavaAndExecutableByItself() throws IOException {
        Path jar = Files.writeString(dir.resolve("train.jar"), "");
        Path executable = Files.writeString(dir.resolve("train"), "#!/bin/sh\n");
        Files.setPosixFilePermissions(executable, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertEquals(List.of("java", "-jar", "train.jar"), program(jar).command());
        assertEquals(List.of("./train"), program(executable).command());
        assertEquals(List.of(executable.toString()), program(executable).commandHere());
        assertFalse(program(jar).needsPython());
    }

    @Test
    void fileThatIsNeitherIsAProblem() throws IOException {
        Path text = Files.writeString(dir.resolve("notes.txt"), "");

        List<String> problems = program(text).problems();

        assertTrue(problems.get(0).contains("not executable"), problems.toString());
        assertTrue(program(dir).problems().get(0).contains("is a directory"));
        assertTrue(program(dir.resolve("nowhere.py")).problems().get(0).contains("no such file"));
    }

    @Test
    void scriptWithinWorkingTreeIsRunWhereItLies() throws IOException {
        Path script =
                Files.writeString(Files.createDirectory(dir.resolve("sub")).resolve("train.py"), "");
        UserProgram named = new UserProgram(Optional.of(script), List.of(), Optional.of(dir));
        UserProgram relative = new UserProgram(Optional.of(Path.of("sub/train.py")), List.of(), Optional.of(dir));

        for (UserProgram program : List.of(named, relative)) {
            assertEquals(List.of(), program.problems());
            assertEquals(List.of("python", "sub/train.py"), program.command());
            assertEquals(List.of(), program.files());
        }
    }

    @Test
    void commandIsItsWords() {
        UserProgram program =
                new UserProgram(Optional.empty(), List.of("python", "x.py", "{num_ps}"), Optional.empty());

        assertEquals(List.of(), program.problems());
        assertEquals(List.of("python", "x.py", "{num_ps}"), program.command());
        assertTrue(program.needsPython());
        assertEquals("python", program.name());
    }

    @Test
    void commandBringsTheFilesItNamesAndWhatItsScriptDeclares() throws IOException {
        Path script = Files.writeString(dir.resolve("train.py"), "# ydl:files data.csv\n");
        Path data = Files.writeString(dir.resolve("data.csv"), "1");
        UserProgram program = new UserProgram(Optional.empty(), List.of("python", script.toString()), Optional.empty());

        assertEquals(List.of(data), program.files(), "a path would not be the same on a node, a declared file is");
    }

    @Test
    void sparseViewDoesNotGoWithAMultiWorkerStrategy() throws IOException {
        Path script = Files.writeString(dir.resolve("train.py"), "s = tf.distribute.MultiWorkerMirroredStrategy()\n");

        assertEquals(1, JobShape.problems(program(script), List.of(), true).size());
        assertEquals(List.of(), JobShape.problems(program(script), List.of(), false));
    }

    @Test
    void nothingToRunAndUnknownPlaceholdersAreProblems() {
        UserProgram nothing = new UserProgram(Optional.empty(), List.of(), Optional.empty());
        UserProgram wrong =
                new UserProgram(Optional.empty(), List.of("echo", "{ps_host}", "{xyzzy}"), Optional.empty());

        assertEquals(1, nothing.problems().size());
        assertEquals(
                "{ps_host} is no placeholder; did you mean {ps_hosts}? Written {{ps_host}} it reaches the program as it is",
                wrong.problems().get(0));
        assertTrue(
                wrong.problems().get(1).contains("there are {ps_hosts} {worker_hosts}"),
                wrong.problems().get(1));
    }

    private static UserProgram program(Path file) {
        return new UserProgram(Optional.of(file), List.of(), Optional.empty());
    }
}
