package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes a file so that a reader sees the old content or the new, never a part.
 *
 * <p>Stateless. Two writers of one file at the same time must be kept apart by the caller.
 */
final class WholeFile {
    private WholeFile() {}

    static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(fresh, content);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
