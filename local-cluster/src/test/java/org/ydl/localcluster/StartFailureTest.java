package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartFailureTest {
    private ClusterHome home;

    @BeforeEach
    void makeHome(@TempDir Path directory) throws Exception {
        home = new ClusterHome(directory);
        Files.createDirectories(home.logDir());
    }

    @Test
    void theMessageNamesDaemonExitCodeLogAndCause() throws Exception {
        Files.writeString(
                home.logFile(Daemon.NAMENODE),
                """
                ERROR NameNode: Failed to start.
                java.io.IOException: file VERSION is missing
                \tat org.apache.hadoop.Some.method(Some.java:1)
                INFO NameNode: SHUTDOWN_MSG:
                /*****************
                """);

        String message =
                StartFailure.ended(home, Daemon.NAMENODE, OptionalInt.of(3)).message();

        assertTrue(message.startsWith("The namenode of the local cluster ended"), message);
        assertTrue(message.contains("exit code   3"), message);
        assertTrue(message.contains(home.logFile(Daemon.NAMENODE).toString()), message);
        assertTrue(message.contains("file VERSION is missing"), message);
        assertFalse(message.contains("Some.method") || message.contains("SHUTDOWN"), message);
    }

    @Test
    void aTakenPortIsToldApartFromOtherFailures() throws Exception {
        Files.writeString(home.logFile(Daemon.RESOURCEMANAGER), "java.net.BindException: Port in use: 127.0.0.1:8088");
        Files.writeString(home.outputFile(Daemon.DATANODE), "Error: Could not find or load main class");

        assertTrue(StartFailure.ended(home, Daemon.RESOURCEMANAGER, OptionalInt.of(1))
                .portWasTaken());
        assertFalse(StartFailure.ended(home, Daemon.DATANODE, OptionalInt.of(1)).portWasTaken());
    }
}
