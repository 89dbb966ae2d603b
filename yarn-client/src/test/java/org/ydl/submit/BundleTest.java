package org.ydl.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
    @TempDir
    private Path dir;

    @Test
    void equalFilesInAnotherPlaceHaveTheSameName() throws IOException {
        Path elsewhere = Files.createDirectory(dir.resolve("elsewhere"));

        assertEquals(
                new Bundle(List.of(file(dir, "a.jar", "x"))).sha256(digests()),
                new Bundle(List.of(file(elsewhere, "a.jar", "x"))).sha256(digests()));
    }

    @Test
    void otherContentNameOrDivisionHasAnotherName() throws IOException {
        String one = new Bundle(List.of(file(dir, "a", "xy"), file(dir, "b", "z"))).sha256(digests());

        assertNotEquals(one, new Bundle(List.of(file(dir, "a", "x"), file(dir, "b", "yz"))).sha256(digests()));
        assertNotEquals(one, new Bundle(List.of(file(dir, "c", "xy"), file(dir, "b", "z"))).sha256(digests()));
    }

    @Test
    void archiveHoldsTheFilesUnderTheirNames() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        new Bundle(List.of(file(dir, "a.jar", "x"), file(dir, "run.sh", "y"))).writeTo(out);

        List<String> entries = new ArrayList<>();
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(out.toByteArray()));
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            entries.add(entry.getName() + "=" + new String(zip.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals(List.of("a.jar=x", "run.sh=y"), entries);
    }

    private Digests digests() {
        return new Digests(dir.resolve("digests"));
    }

    private static Path file(Path dir, String name, String content) throws IOException {
        return Files.writeString(dir.resolve(name), content);
    }
}
