package org.ydl.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceArchiveTest {
    @TempDir
    private Path dir;

    @Test
    void archiveHoldsTheTreeWithoutWhatToolsKeepInIt() throws IOException {
        Path root = tree("one");
        Files.writeString(Files.createDirectories(root.resolve(".git")).resolve("HEAD"), "x");
        Files.writeString(
                Files.createDirectories(root.resolve("pkg/__pycache__")).resolve("m.pyc"), "x");
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new SourceArchive(root).writeTo(out);

        assertEquals(List.of("pkg/ 755", "pkg/größe x.py 644 content", "run.sh 755 #!"), entries(out.toByteArray()));
    }

    @Test
    void equalTreesAreOneAndAnyChangeIsAnother() throws IOException {
        Path one = tree("one");
        Path two = tree("two");

        assertEquals(sha256(one), sha256(two));
        Files.setPosixFilePermissions(two.resolve("run.sh"), PosixFilePermissions.fromString("rw-r--r--"));
        assertNotEquals(sha256(one), sha256(two));
    }

    @Test
    void linkIsSentAsWhatItPointsTo() throws IOException {
        Path root = Files.createDirectory(dir.resolve("linked"));
        Files.createSymbolicLink(root.resolve("data"), Files.writeString(dir.resolve("elsewhere"), "far"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new SourceArchive(root).writeTo(out);

        assertEquals(List.of("data 644 far"), entries(out.toByteArray()));
    }

    private Path tree(String name) throws IOException {
        Path root = Files.createDirectory(dir.resolve(name));
        Files.writeString(Files.createDirectory(root.resolve("pkg")).resolve("größe x.py"), "content");
        Files.setPosixFilePermissions(
                Files.writeString(root.resolve("run.sh"), "#!"), PosixFilePermissions.fromString("rwxr-xr-x"));
        return root;
    }

    private String sha256(Path root) throws IOException {
        return new SourceArchive(root).sha256(new Digests(dir.resolve("digests")));
    }

    private static List<String> entries(byte[] archive) throws IOException {
        List<String> entries = new ArrayList<>();
        TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(new ByteArrayInputStream(archive)));
        for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
            entries.add((entry.getName() + " " + Integer.toOctalString(entry.getMode() & 0777) + " "
                            + new String(tar.readAllBytes()))
                    .strip());
        }
        return entries;
    }
}
