package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class StateFilesTest {
    @TempDir
    Path staging;

    @Test
    void nextAttemptRecallsWhatWasKeptLast() throws Exception {
        StateFiles first = attempt(1);

        first.keep("begun");
        first.keep("running, 100 %");

        assertEquals(Optional.of("running, 100 %"), attempt(2).recall());
    }

    @Test
    void newestOfTheEarlierAttemptsIsRecalled() throws Exception {
        attempt(9).keep("nine");
        attempt(10).keep("ten");
        attempt(12).keep("twelve");

        assertEquals(Optional.of("ten"), attempt(12).recall());
        assertEquals(Optional.of("nine"), attempt(10).recall());
    }

    @Test
    void firstAttemptRecallsNothing() throws Exception {
        assertEquals(Optional.empty(), attempt(1).recall());

        attempt(1).keep("begun");

        assertEquals(Optional.empty(), attempt(1).recall());
    }

    @Test
    void formerAttemptThatLivesOnOverwritesNothing() throws Exception {
        StateFiles former = attempt(1);
        former.keep("begun");
        attempt(2).keep("taken over");

        former.keep("still here");

        assertEquals(Optional.of("taken over"), attempt(3).recall());
    }

    @Test
    void nothingButTheStateIsLeftAndItsOwnerAloneReadsIt() throws Exception {
        attempt(1).keep("begun");

        Path state = staging.resolve("state");
        try (Stream<Path> files = Files.list(state)) {
            assertEquals(
                    1,
                    files.filter(file -> !file.getFileName().toString().endsWith(".crc"))
                            .count());
        }
        assertEquals("begun", Files.readString(state.resolve("attempt-0001.json")));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(state)));
    }

    @Test
    void stateThatCannotBeKeptIsWrittenAsSoonAsItCan() throws Exception {
        Path inTheWay = Files.writeString(staging.resolve("state"), "a file");
        StateFiles first = attempt(1);

        first.keep("begun");
        first.keep("running");
        Files.delete(inTheWay);

        while (attempt(2).recall().isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals(Optional.of("running"), attempt(2).recall());
    }

    @Test
    void stateThatCannotBeReadIsNotTakenForNone() throws Exception {
        Files.createDirectories(staging.resolve("state/attempt-0001.json"));

        assertThrows(UncheckedIOException.class, attempt(2)::recall);
    }

    private StateFiles attempt(int attempt) throws IOException {
        return new StateFiles(
                new Configuration(),
                new org.apache.hadoop.fs.Path(staging.toUri().toString(), "state"),
                attempt);
    }
}
