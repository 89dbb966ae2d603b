package org.ydl.runner;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import org.ydl.api.HostPort;

/**
 * Where a runner keeps its notes: in the container's working directory, which only this container has and which YARN
 * removes with it.
 *
 * <p>Written as a whole and then put in place, so that a runner that is killed meanwhile leaves the former notes. Notes
 * are a help: what cannot be written or read is logged, and the runner goes on. Immutable; used by one thread at a time.
 */
record NoteFile(Path path) {
    /** In the working directory of the container. */
    static final Path PLACE = Path.of(".ydl-runner");

    private static final Logger LOG = System.getLogger("notes");

    void write(Notes notes) {
        Properties lines = new Properties();
        lines.setProperty("master", notes.master().toString());
        lines.setProperty("master-attempt", Integer.toString(notes.masterAttempt()));
        lines.setProperty("master-lost-limit", notes.masterLostLimit().toString());
        lines.setProperty("attempt", Integer.toString(notes.attempt()));
        lines.setProperty("control-port", Integer.toString(notes.controlPort()));
        Path next = path.resolveSibling(path.getFileName() + ".new");
        try {
            try (Writer writer = Files.newBufferedWriter(next)) {
                lines.store(writer, null);
            }
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "could not write " + path + ", for a later start of this runner: " + e);
        }
    }

    /** What a former runner of this container has left. */
    Optional<Notes> read() {
        Properties lines = new Properties();
        try (Reader reader = Files.newBufferedReader(path)) {
            lines.load(reader);
            return Optional.of(new Notes(
                    HostPort.parse(lines.getProperty("master", "")),
                    Integer.parseInt(lines.getProperty("master-attempt")),
                    Duration.parse(lines.getProperty("master-lost-limit", "")),
                    Integer.parseInt(lines.getProperty("attempt")),
                    Integer.parseInt(lines.getProperty("control-port"))));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // the first start
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.WARNING, "could not read " + path + " of a former start of this runner: " + e);
            return Optional.empty();
        }
    }
}
