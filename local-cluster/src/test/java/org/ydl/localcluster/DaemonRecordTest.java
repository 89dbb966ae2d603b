package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.localcluster.os.ProcessIdentity;

class DaemonRecordTest {
    private final ProcessIdentity self =
            ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
    private ClusterHome home;

    @BeforeEach
    void makeHome(@TempDir Path directory) {
        home = new ClusterHome(directory);
    }

    @Test
    void aRecordIsReadBackAndKnowsThatItsProcessLives() throws Exception {
        DaemonRecord record = new DaemonRecord(Daemon.nodeManager(2), self);

        record.write(home);

        assertEquals(Optional.of(record), DaemonRecord.read(home, Daemon.nodeManager(2)));
        assertTrue(record.isAlive());
    }

    @Test
    void aLaterProcessWithTheSameNumberIsNotTakenForTheDaemon() {
        ProcessIdentity earlier = new ProcessIdentity(self.pid(), self.startTicks() - 1, self.bootId());

        assertFalse(new DaemonRecord(Daemon.NAMENODE, earlier).isAlive());
    }

    @Test
    void aRecordFromBeforeARebootNamesNoLiveProcess() {
        ProcessIdentity earlier = new ProcessIdentity(self.pid(), self.startTicks(), "another-boot");

        assertFalse(new DaemonRecord(Daemon.NAMENODE, earlier).isAlive());
    }

    @Test
    void aRecordThatCannotBeReadCountsAsNone() throws Exception {
        Files.createDirectories(home.recordDir());
        Files.writeString(home.recordFile(Daemon.DATANODE), "12 monkeys");

        assertEquals(Optional.empty(), DaemonRecord.read(home, Daemon.DATANODE));
    }
}
