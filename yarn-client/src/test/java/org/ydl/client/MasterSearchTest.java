package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.submit.YdlException;

class MasterSearchTest {
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(1), Duration.ofMinutes(30));
    private static final HostPort FIRST = new HostPort("node1", 1);
    private static final HostPort SECOND = new HostPort("node2", 2);

    private final RecordingView view = new RecordingView();
    private final Cluster cluster = new Cluster();
    private final MasterSearch search = search(Optional.of(PATIENCE));

    @Test
    void masterIsShownOnceAndItsReplacementWithIt() throws Exception {
        cluster.master = Optional.of(FIRST);
        search.look();
        search.look();
        cluster.master = Optional.of(SECOND);

        assertEquals(Optional.of(SECOND), search.look().master());
        assertEquals(List.of("master node1:1", "master lost", "master node2:2"), view.seen());
    }

    @Test
    void sameMasterIsShownAgainAfterYarnHadNone() throws Exception {
        lose();
        cluster.master = Optional.of(FIRST);

        assertEquals(Optional.of(FIRST), search.look().master());
        assertEquals(List.of("master node1:1", "master lost", "accepted ACCEPTED", "master node1:1"), view.seen());
    }

    @Test
    void nextMasterMayTakeLongerThanTheFirst() throws Exception {
        lose();

        cluster.pass(Duration.ofMinutes(30));

        assertEquals(Optional.empty(), search.look().outcome());
    }

    @Test
    void jobWhoseNextMasterDoesNotComeIsKilledWithWhatYarnSays() throws Exception {
        lose();
        cluster.pass(Duration.ofMinutes(31));

        Outcome outcome = search.look().outcome().orElseThrow();

        assertEquals(ExitCode.CLUSTER_FAILED, outcome.code());
        assertEquals(
                """
                the application master was lost, and YARN has not started another one within 1800 s.
                  queue      default
                  YARN says  no room
                  try        another queue, or wait until the queue has room""",
                outcome.message());
        assertEquals(Optional.of(outcome.message()), cluster.killed);
    }

    @Test
    void whoeverOnlyLooksOnGivesUpWithoutKilling() throws Exception {
        MasterSearch onlooker = search(Optional.empty());
        cluster.master = Optional.of(FIRST);
        onlooker.look();
        cluster.master = Optional.empty();
        onlooker.look();
        cluster.pass(Duration.ofMinutes(31));

        YdlException given = assertThrows(YdlException.class, onlooker::look);

        assertEquals(ExitCode.UNREACHABLE, given.code());
        assertTrue(given.getMessage().endsWith("to end it  ydl-tf kill " + FakeJob.ID), given.getMessage());
        assertEquals(Optional.empty(), cluster.killed);
    }

    @Test
    void whoeverOnlyLooksOnWaitsForTheFirstMasterForEver() throws Exception {
        MasterSearch onlooker = search(Optional.empty());
        cluster.pass(Duration.ofDays(7));

        assertEquals(Optional.empty(), onlooker.look().outcome());
    }

    @Test
    void resourceManagerMayBeAwayForAWhile() throws Exception {
        cluster.failure = Optional.of(ExitCode.UNREACHABLE);
        search.look();
        cluster.pass(Duration.ofMinutes(29));
        search.look();
        cluster.failure = Optional.empty();
        cluster.master = Optional.of(FIRST);

        assertEquals(Optional.of(FIRST), search.look().master());
        assertEquals(
                List.of("notice the ResourceManager does not answer; asking again", "master node1:1"), view.seen());
    }

    @Test
    void resourceManagerThatStaysAwayIsGivenUp() throws Exception {
        cluster.failure = Optional.of(ExitCode.UNREACHABLE);
        search.look();
        cluster.pass(Duration.ofMinutes(31));

        assertEquals(
                ExitCode.UNREACHABLE,
                assertThrows(YdlException.class, search::look).code());
    }

    @Test
    void applicationThatYarnHasForgottenFailedWithTheCluster() throws Exception {
        cluster.master = Optional.of(FIRST);
        search.look();
        cluster.failure = Optional.of(ExitCode.BAD_COMMAND);

        Outcome outcome = search.look().outcome().orElseThrow();

        assertEquals(ExitCode.CLUSTER_FAILED, outcome.code());
        assertTrue(outcome.message().contains("yarn.resourcemanager.recovery.enabled"), outcome.message());
    }

    @Test
    void applicationThatYarnNeverKnewIsRefused() {
        cluster.failure = Optional.of(ExitCode.BAD_COMMAND);

        assertEquals(
                ExitCode.BAD_COMMAND,
                assertThrows(YdlException.class, search::look).code());
    }

    @Test
    void silentMasterIsToldOfOnceAndNotGivenUp() throws Exception {
        cluster.master = Optional.of(FIRST);
        search.look();
        for (int minute = 0; minute < 60; minute++) {
            search.unheard();
            cluster.pass(Duration.ofMinutes(1));
            assertEquals(Optional.of(FIRST), search.look().master());
        }
        search.heard();
        search.unheard();

        assertEquals(
                List.of(
                        "master node1:1",
                        "notice the application master does not answer at node1:1; YARN says that it is up; asking again"),
                view.seen());
    }

    /** The first master was up, and YARN has none now. */
    private void lose() throws Exception {
        cluster.master = Optional.of(FIRST);
        search.look();
        cluster.master = Optional.empty();
        search.look();
    }

    private MasterSearch search(Optional<Patience> patience) {
        return new MasterSearch(cluster, view, cluster, FakeJob.ID, patience);
    }

    /** What YARN says, and a clock that moves when it is told to. */
    private static final class Cluster extends MovingTime implements JobFollower.Yarn {
        private Optional<HostPort> master = Optional.empty();
        private Optional<ExitCode> failure = Optional.empty();
        private Optional<String> killed = Optional.empty();

        @Override
        public ApplicationReport report(ApplicationId id) throws YdlException {
            if (failure.isPresent()) {
                throw new YdlException(failure.get(), "no report");
            }
            ApplicationReport report = FakeJob.report(Optional.empty());
            if (master.isEmpty()) {
                report.setYarnApplicationState(YarnApplicationState.ACCEPTED);
            }
            report.setHost(master.map(HostPort::host).orElse("N/A"));
            report.setRpcPort(master.map(HostPort::port).orElse(-1));
            return report;
        }

        @Override
        public Outcome kill(ApplicationId id, String reason) {
            killed = Optional.of(reason);
            return new Outcome(ExitCode.KILLED, reason);
        }
    }
}
