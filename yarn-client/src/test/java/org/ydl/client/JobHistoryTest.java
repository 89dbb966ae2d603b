package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.api.v1.JobStatus;
import org.ydl.submit.Staging;

class JobHistoryTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);

    @TempDir
    Path home;

    private FileSystem files;
    private JobHistory history;

    @BeforeEach
    void openFiles() throws IOException {
        RawLocalFileSystem local = new RawLocalFileSystem();
        local.initialize(URI.create("file:///"), new Configuration(false));
        files = new FilterFileSystem(local) {
            @Override
            public org.apache.hadoop.fs.Path getHomeDirectory() {
                return new org.apache.hadoop.fs.Path(home.toUri());
            }
        };
        history = new JobHistory(files);
    }

    @Test
    void lastStatusOfAJobIsReadBack() throws IOException {
        JobStatus status = JobStatus.newBuilder()
                .setAppId("application_1_0001")
                .setName("plus")
                .build();
        write("application_1_0001", status, NOW);

        assertEquals(Optional.of(status), history.of("application_1_0001"));
        assertEquals(Optional.empty(), history.of("application_1_0002"));
        assertTrue(Files.exists(home.resolve(".ydl/history/application_1_0001")));
    }

    @Test
    void entriesThatAreTooOldArePruned() throws IOException {
        write("application_1_0001", JobStatus.getDefaultInstance(), NOW.minus(Duration.ofDays(31)));
        write("application_1_0002", JobStatus.getDefaultInstance(), NOW.minus(Duration.ofDays(29)));

        history.prune(NOW);

        assertFalse(history.of("application_1_0001").isPresent());
        assertTrue(history.of("application_1_0002").isPresent());
    }

    @Test
    void onlyTheNewestStay() throws IOException {
        for (int i = 0; i < JobHistory.KEPT + 2; i++) {
            write("application_1_" + i, JobStatus.getDefaultInstance(), NOW.minusSeconds(i));
        }

        history.prune(NOW);

        assertTrue(history.of("application_1_" + (JobHistory.KEPT - 1)).isPresent());
        assertFalse(history.of("application_1_" + JobHistory.KEPT).isPresent());
        assertFalse(history.of("application_1_" + (JobHistory.KEPT + 1)).isPresent());
    }

    @Test
    void withoutAHistoryThereIsNothingToPrune() throws IOException {
        history.prune(NOW);

        assertFalse(Files.exists(home.resolve(".ydl")));
    }

    private void write(String appId, JobStatus status, Instant time) throws IOException {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(Staging.history(files), appId);
        try (OutputStream out = files.create(file)) {
            status.writeTo(out);
        }
        files.setTimes(file, time.toEpochMilli(), -1);
    }
}
