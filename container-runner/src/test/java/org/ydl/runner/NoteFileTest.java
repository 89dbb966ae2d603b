package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.HostPort;

class NoteFileTest {
    private final Notes notes = new Notes(new HostPort("[::1]", 4000), 2, Duration.ofMillis(1_500), 1, 4711);

    @TempDir
    private Path temp;

    private NoteFile file;

    @BeforeEach
    void name() {
        file = new NoteFile(temp.resolve("notes"));
    }

    @Test
    void whatWasWrittenLastIsRead() throws Exception {
        file.write(notes);
        file.write(notes.withAttempt(7));

        assertEquals(Optional.of(notes.withAttempt(7)), file.read());
        try (Stream<Path> files = Files.list(temp)) {
            assertEquals(List.of(file.path()), files.toList());
        }
    }

    @Test
    void thereIsNothingBeforeTheFirst() {
        assertEquals(Optional.empty(), file.read());
    }

    @Test
    void whatCannotBeReadCountsAsNothing() throws Exception {
        Files.writeString(file.path(), "master=node1:4000\nmaster-attempt=");

        assertEquals(Optional.empty(), file.read());
    }

    @Test
    void aRunnerGoesOnWithoutNotes() {
        NoteFile nowhere = new NoteFile(temp.resolve("no-such-directory").resolve("notes"));

        nowhere.write(notes);

        assertEquals(Optional.empty(), nowhere.read());
    }
}
