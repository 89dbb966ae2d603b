package org.ydl.localcluster.os;

import java.nio.file.Path;
import java.util.Optional;

/** Where ydl keeps its own files on this machine: {@code $YDL_DIR}, or {@code ~/.ydl}. */
public final class YdlDirectory {
    private YdlDirectory() {}

    public static Path standard() {
        return Optional.ofNullable(System.getenv("YDL_DIR"))
                .filter(dir -> !dir.isBlank())
                .map(dir -> Path.of(dir).toAbsolutePath())
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".ydl"));
    }
}
