package org.ydl.localcluster.python;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Makes an archive of a Python and its packages that works wherever it is unpacked, for {@code ydl-tf --python-env}.
 *
 * <p>The work is done by {@code pack.py}, run by the Python that is to be packed: it knows best what it is made of. Any
 * thread; the archive appears when it is whole.
 */
final class PythonPack {
    private static final String SCRIPT = "pack.py";
    private static final String PROGRESS = "ydl: ";
    private static final String PROBLEM = "problem: ";
    private static final Duration LIMIT = Duration.ofMinutes(60);
    private static final int QUOTED_LINES = 12;

    private final Path python;

    /** @param python an interpreter, or the directory of an environment */
    PythonPack(Path python) {
        this.python = Files.isDirectory(python) ? python.resolve("bin").resolve("python") : python;
    }

    /**
     * Packs it.
     *
     * @param progress takes one line for each step
     * @throws PythonException if it cannot be packed; the message says why
     */
    void into(Path archive, Consumer<String> progress) throws IOException, InterruptedException {
        if (!Files.isExecutable(python)) {
            throw new PythonException("There is no Python at " + python
                    + ".\n  try         the path of an interpreter, or of the directory of a virtual environment");
        }
        Path parent = archive.toAbsolutePath().getParent();
        if (!Files.isDirectory(parent) || !Files.isWritable(parent)) {
            throw new PythonException(
                    "Cannot write " + archive + ": " + parent + " is no directory that you can write to.");
        }
        // Isolated from the user's own settings, and without leaving compiled files behind where it looks.
        Captured packing = Captured.run(
                List.of(
                        python.toString(),
                        "-I",
                        "-B",
                        "-c",
                        script(),
                        archive.toAbsolutePath().toString()),
                LIMIT,
                line -> report(line, progress));
        if (!packing.succeeded()) {
            throw new PythonException(message(packing));
        }
    }

    private String message(Captured packing) {
        String told = packing.lines().stream()
                .filter(line -> line.startsWith(PROBLEM))
                .map(line -> line.substring(PROBLEM.length()))
                .collect(Collectors.joining("\n"));
        return told.isEmpty()
                ? "Cannot pack " + python + ": it ended with exit code " + packing.exitCode() + ".\n  last lines\n"
                        + packing.quoted(QUOTED_LINES)
                : told;
    }

    private static void report(String line, Consumer<String> progress) {
        if (line.startsWith(PROGRESS)) {
            progress.accept(line.substring(PROGRESS.length()));
        }
    }

    private static String script() throws IOException {
        try (InputStream stream = PythonPack.class.getResourceAsStream(SCRIPT)) {
            return new String(Objects.requireNonNull(stream, SCRIPT).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
