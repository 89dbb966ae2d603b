package org.ydl.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TensorFlowLibraryTest {
    private static final String FILE = "libtensorflow_cc.so.2";

    @TempDir
    Path temp;

    @Test
    void findsTheBundledLibraryAndItsVersion() throws Exception {
        TensorFlowLibrary library = TensorFlowLibrary.find(
                new LibraryPlaces(Optional.empty(), Optional.empty(), Map.of(), Optional.of(ServerProcess.NATIVE)));

        assertTrue(
                library.path().startsWith(ServerProcess.NATIVE), library.path().toString());
        assertEquals(System.getProperty("tensorflow.version"), library.version());
    }

    @Test
    void prefersTheExplicitLibraryWhetherFileOrDirectory() throws Exception {
        Path file = ServerProcess.NATIVE
                .resolve("org/tensorflow/internal/c_api/linux-x86_64")
                .resolve(FILE);

        for (Path explicit : new Path[] {file, file.getParent()}) {
            TensorFlowLibrary library = TensorFlowLibrary.find(
                    new LibraryPlaces(Optional.of(explicit), Optional.of("/no/python"), Map.of(), Optional.of(temp)));
            assertEquals(file, library.path());
        }
    }

    @Test
    void asksPythonWithTheEnvironmentOfTheJob() throws Exception {
        Path package_ = Files.createDirectories(temp.resolve("site/tensorflow"));
        Files.writeString(package_.resolve("__init__.py"), "raise SystemExit('imported')");
        Path library = Files.createFile(package_.resolve(FILE));

        Path found = new LibraryPlace.OfPython(
                        "python3", Map.of("PYTHONPATH", temp.resolve("site").toString()))
                .locate();

        assertEquals(library, found);
    }

    @Test
    void noiseBeforeAndAfterTheAnswerOfPythonDoesNoHarm() throws Exception {
        Path library = Files.createFile(temp.resolve(FILE));
        String noise = "head -c 300000 /dev/zero | tr '\\0' x; ";

        Path found = new LibraryPlace.OfPython(
                        script(noise + "echo; echo ydl-answer:" + temp + "; " + noise)
                                .toString(),
                        Map.of())
                .locate();

        assertEquals(library, found);
    }

    @Test
    void whatPythonLeavesBehindIsNotAwaited() throws Exception {
        Path library = Files.createFile(temp.resolve(FILE));
        Path pid = temp.resolve("pid");
        Path python = script("setsid sleep 600 & echo $! >" + pid + "; echo ydl-answer:" + temp);

        try {
            assertEquals(library, new LibraryPlace.OfPython(python.toString(), Map.of()).locate());
        } finally {
            ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aLibraryThatDoesNotLoadFallsThroughToTheNext() throws Exception {
        Path broken = Files.writeString(temp.resolve(FILE), "no library");

        TensorFlowLibrary library = TensorFlowLibrary.find(
                new LibraryPlaces(Optional.of(broken), Optional.empty(), Map.of(), Optional.of(ServerProcess.NATIVE)));

        assertTrue(
                library.path().startsWith(ServerProcess.NATIVE), library.path().toString());
    }

    @Test
    void theFailureNamesEveryPlaceAndItsProblem() throws Exception {
        Path broken = Files.writeString(temp.resolve(FILE), "no library");
        Path empty = Files.createDirectory(temp.resolve("bundled"));

        LibraryNotFoundException failure = assertThrows(
                LibraryNotFoundException.class,
                () -> TensorFlowLibrary.find(new LibraryPlaces(
                        Optional.of(broken), Optional.of("/no/such/python"), Map.of(), Optional.of(empty))));

        String message = failure.getMessage();
        assertTrue(message.contains(broken + " cannot be loaded: "), message);
        assertTrue(message.contains("file too short") || message.contains("invalid ELF header"), message);
        assertTrue(message.contains("/no/such/python"), message);
        assertTrue(message.contains("cannot be started"), message);
        assertTrue(message.contains("there is no file " + empty), message);
        assertTrue(message.contains("--python PATH") && message.contains("--tf-lib PATH"), message);
    }

    @Test
    void aPythonWithoutTensorFlowOrThatFailsIsQuoted() throws Exception {
        Path failing = script("echo 'no module named site' >&2; exit 3");
        Path without = script("echo noise; echo ydl-answer:");

        LibraryNotFoundException failed = assertThrows(LibraryNotFoundException.class, () -> find(failing));
        LibraryNotFoundException missing = assertThrows(LibraryNotFoundException.class, () -> find(without));

        assertTrue(failed.getMessage().contains("exit code 3 and said: no module named site"), failed.getMessage());
        assertTrue(missing.getMessage().contains("it has no package tensorflow"), missing.getMessage());
    }

    private TensorFlowLibrary find(Path python) throws LibraryNotFoundException {
        return TensorFlowLibrary.find(
                new LibraryPlaces(Optional.empty(), Optional.of(python.toString()), Map.of(), Optional.empty()));
    }

    private Path script(String body) throws IOException {
        Path file = Files.createTempFile(temp, "python", "");
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}
