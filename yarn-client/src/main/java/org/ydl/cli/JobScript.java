package org.ydl.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The user's job file, and the files it says it needs: comment lines near its top that read {@code # ydl:files a.csv
 * b.txt}, relative to it.
 */
record JobScript(Path file) {
    private static final String FILES_MARK = "# ydl:files ";
    private static final int HEADER_LINES = 60;

    /** What is wrong with it, for a user; empty if nothing is. */
    List<String> problems() {
        if (Files.isDirectory(file)) {
            return List.of("-job " + file + " is a directory; name the script in it that is to run");
        }
        if (!Files.exists(file)) {
            return List.of("-job " + file + ": no such file");
        }
        if (!Files.isReadable(file)) {
            return List.of("-job " + file + " cannot be read; its permissions do not allow it");
        }
        return declaredFiles().stream()
                .filter(declared -> !Files.isRegularFile(declared))
                .map(declared -> file + " asks for '" + FILES_MARK.strip() + "' " + declared + ": no such file")
                .toList();
    }

    /** None for a file that cannot be read, which is a problem of its own. */
    List<Path> declaredFiles() {
        Path dir = file.toAbsolutePath().getParent();
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            return lines.limit(HEADER_LINES)
                    .filter(line -> line.startsWith(FILES_MARK))
                    .flatMap(line -> Arrays.stream(
                            line.substring(FILES_MARK.length()).strip().split("[,\\s]+")))
                    .map(dir::resolve)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
