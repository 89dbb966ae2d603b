package org.ydl.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DigestsTest {
    /** Of the letter x. */
    private static final String X = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";

    @TempDir
    private Path dir;

    @Test
    void digestIsThatOfTheContentAndIsRemembered() throws IOException {
        Path file = Files.writeString(dir.resolve("f"), "x");
        Digests digests = digests();

        assertEquals(X, digests.of(file));
        digests.remember();

        assertTrue(Files.readString(memory()).startsWith(X + " " + file));
        assertEquals(X, digests().of(file));
    }

    @Test
    void changedFileIsReadAgainEvenIfItsTimeWasSetBack() throws IOException {
        Path file = Files.writeString(dir.resolve("f"), "x");
        FileTime before = Files.getLastModifiedTime(file);
        Digests digests = digests();
        digests.of(file);
        digests.remember();

        Files.writeString(file, "y");
        Files.setLastModifiedTime(file, before);

        assertNotEquals(X, digests().of(file));
    }

    @Test
    void brokenMemoryOnlyCostsTime() throws IOException {
        Files.writeString(memory(), "no\nspaces\n\n");

        assertEquals(X, digests().of(Files.writeString(dir.resolve("f"), "x")));
    }

    private Path memory() {
        return dir.resolve("digests");
    }

    private Digests digests() {
        return new Digests(memory());
    }
}
