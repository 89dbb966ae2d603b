package org.ydl.request;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files that a script says it needs: comment lines near its top that read {@code # ydl:files a.csv b.txt}, relative
 * to it.
 */
record DeclaredFiles(Path script) {
    private static final String FILES_MARK = "# ydl:files ";
    private static final int HEADER_LINES = 60;

    /** Those that are not there. */
    List<String> problems() {
        return files().stream()
                .filter(declared -> !Files.isRegularFile(declared))
                .map(declared -> script + " asks for '" + FILES_MARK.strip() + "' " + declared + ": no such file")
                .toList();
    }

    /** None for a file that cannot be read, which is a problem of its own. */
    List<Path> files() {
        Path dir = script.toAbsolutePath().getParent();
        try (Stream<String> lines = Files.lines(script, StandardCharsets.ISO_8859_1)) {
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
