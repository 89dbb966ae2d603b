package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.ExitCode;

class PythonCheckTest {
    @TempDir
    Path directory;

    @Test
    void pythonWithTensorFlowAndItsLibraryIsFine() throws Exception {
        Path library = Files.createFile(directory.resolve("libtensorflow_cc.so.2"));
        String python = python("echo 3.11.7; echo 2.18.0; echo " + directory);

        assertEquals(
                List.of(
                        "ok    Python         3.11.7 (" + python + ")",
                        "ok    TensorFlow     2.18.0 in " + directory,
                        "ok    libtensorflow  " + library),
                lines(new PythonCheck(python, true, Optional.empty())));
    }

    @Test
    void pythonWithoutTensorFlowFailsAndTheBundledLibraryIsTaken() throws Exception {
        PythonCheck check = new PythonCheck(python("echo 3.11.7"), true, Optional.of(Path.of("/lib/native.jar")));

        assertEquals(Optional.of(ExitCode.NOT_PREPARED), check.findings().get(1).failure());
        assertEquals("ok    libtensorflow  ydl's own, native.jar", lines(check).get(2));
    }

    @Test
    void pythonOfAnotherMachineIsOnlyAWarning() throws Exception {
        List<String> lines = lines(new PythonCheck("/nowhere/python3", false, Optional.empty()));

        assertTrue(lines.get(0).startsWith("warn  Python         /nowhere/python3 does not run"), lines::toString);
        assertTrue(lines.get(1).startsWith("warn  libtensorflow"), lines::toString);
    }

    @Test
    void questionIsUnderstoodByARealPython() throws Exception {
        String line = lines(new PythonCheck("python3", false, Optional.empty())).get(0);

        assertTrue(line.matches("ok    Python         3\\.\\d+\\.\\d+ \\(python3\\)"), line);
    }

    private static List<String> lines(PythonCheck check) throws InterruptedException {
        return check.findings().stream().map(Finding::line).toList();
    }

    private String python(String script) throws Exception {
        Path file = Files.writeString(directory.resolve("python3"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file.toString();
    }
}
