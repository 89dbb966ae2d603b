package org.ydl.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeclaredFilesTest {
    @TempDir
    private Path dir;

    @Test
    void filesNamedNearTheTopGoAlong() throws IOException {
        Files.writeString(dir.resolve("a.csv"), "1");
        Files.writeString(dir.resolve("b.txt"), "2");
        DeclaredFiles script = script("#!/usr/bin/env python3\n# ydl:files a.csv, b.txt\nprint('# ydl:files no')\n");

        assertEquals(List.of(dir.resolve("a.csv"), dir.resolve("b.txt")), script.files());
        assertEquals(List.of(), script.problems());
    }

    @Test
    void missingFileOfAScriptIsNamed() throws IOException {
        List<String> problems = script("# ydl:files nowhere.csv\n").problems();

        assertEquals(1, problems.size());
        assertTrue(problems.get(0).contains("nowhere.csv: no such file"), problems.get(0));
    }

    @Test
    void directoryOrMissingFileDeclaresNothing() {
        assertEquals(List.of(), new DeclaredFiles(dir).files());
        assertEquals(List.of(), new DeclaredFiles(dir.resolve("nowhere.py")).files());
    }

    @Test
    void scriptThatIsNoTextIsNoProblemOfOurs() throws IOException {
        Path file = Files.write(dir.resolve("job"), new byte[] {(byte) 0x7f, 'E', 'L', 'F', (byte) 0xff, '\n'});

        assertEquals(List.of(), new DeclaredFiles(file).problems());
    }

    private DeclaredFiles script(String text) throws IOException {
        return new DeclaredFiles(Files.writeString(dir.resolve("job.py"), text));
    }
}
