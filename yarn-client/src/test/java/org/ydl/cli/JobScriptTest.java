package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobScriptTest {
    @TempDir
    private Path dir;

    @Test
    void filesNamedNearTheTopGoAlong() throws IOException {
        Files.writeString(dir.resolve("a.csv"), "1");
        Files.writeString(dir.resolve("b.txt"), "2");
        JobScript script = script("#!/usr/bin/env python3\n# ydl:files a.csv, b.txt\nprint('# ydl:files no')\n");

        assertEquals(List.of(dir.resolve("a.csv"), dir.resolve("b.txt")), script.declaredFiles());
        assertEquals(List.of(), script.problems());
    }

    @Test
    void missingFileOfAScriptIsNamed() throws IOException {
        List<String> problems = script("# ydl:files nowhere.csv\n").problems();

        assertEquals(1, problems.size());
        assertTrue(problems.get(0).contains("nowhere.csv: no such file"), problems.get(0));
    }

    @Test
    void directoryOrMissingFileIsAProblemAndNamesNoFiles() {
        assertEquals(List.of(), new JobScript(dir).declaredFiles());
        assertEquals(1, new JobScript(dir).problems().size());
        assertEquals(List.of(), new JobScript(dir.resolve("nowhere.py")).declaredFiles());
        assertEquals(1, new JobScript(dir.resolve("nowhere.py")).problems().size());
    }

    @Test
    void scriptThatIsNoTextIsNoProblemOfOurs() throws IOException {
        Path file = Files.write(dir.resolve("job"), new byte[] {(byte) 0x7f, 'E', 'L', 'F', (byte) 0xff, '\n'});

        assertEquals(List.of(), new JobScript(file).problems());
    }

    private JobScript script(String text) throws IOException {
        return new JobScript(Files.writeString(dir.resolve("job.py"), text));
    }
}
