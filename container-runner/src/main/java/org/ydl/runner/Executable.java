package org.ydl.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A program as the first word of a command names it: a path, or a name to be found in the directories of PATH. */
record Executable(String name, String searchPath) {
    /** Where an environment without PATH has its programs. */
    static final String DEFAULT_PATH = "/usr/bin:/bin";

    /** Throws, saying what was looked for, if no such program is there. */
    void check() throws IOException {
        boolean found = name.contains("/")
                ? isProgram(Path.of(name))
                : Arrays.stream(searchPath.split(":"))
                        .anyMatch(directory -> isProgram(Path.of(directory).resolve(name)));
        if (!found) {
            throw new IOException("there is no executable program '" + name + "' on this node"
                    + (name.contains("/")
                            ? " (looked up in " + Path.of("").toAbsolutePath() + ")"
                            : " in its PATH, " + searchPath));
        }
    }

    private static boolean isProgram(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
