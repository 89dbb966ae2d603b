package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.submit.YdlException;

class EndWatchTest {
    private static final Outcome DONE = new Outcome(ExitCode.SUCCEEDED, "all succeeded");
    private static final Duration FOR_EVER = Duration.ofDays(10_000);

    private final Cluster cluster = new Cluster();

    @Test
    void endIsSeenWithinMomentsAtFirstAndWithinSecondsLater() throws Exception {
        cluster.endAfter(Duration.ofSeconds(5));
        assertEquals(Optional.of(DONE), await(FOR_EVER));
        assertTrue(cluster.now.toMillis() < 5_500, cluster.now::toString);

        Cluster slow = new Cluster();
        slow.endAfter(Duration.ofHours(1));
        assertEquals(Optional.of(DONE), new EndWatch(slow, slow).await(FakeJob.ID, FOR_EVER));
        assertTrue(slow.now.minusHours(1).toMillis() <= 2_000, slow.now::toString);
        assertTrue(slow.asked < 2_000, () -> slow.asked + " times asked within an hour");
    }

    @Test
    void waitEndsAtItsLimit() throws Exception {
        assertEquals(Optional.empty(), await(Duration.ofMinutes(5)));

        assertTrue(cluster.now.minusMinutes(5).toMillis() <= 2_000, cluster.now::toString);
    }

    @Test
    void resourceManagerMayBeAwayForAMinute() throws Exception {
        cluster.away(Duration.ofSeconds(40), Duration.ofSeconds(100));
        cluster.endAfter(Duration.ofSeconds(90));

        assertEquals(Optional.of(DONE), await(FOR_EVER));
    }

    @Test
    void resourceManagerThatStaysAwayIsGivenUp() {
        cluster.away(Duration.ofSeconds(40), FOR_EVER);

        YdlException gone = assertThrows(YdlException.class, () -> await(FOR_EVER));

        assertEquals(ExitCode.UNREACHABLE, gone.code());
        assertTrue(cluster.now.minusSeconds(160).toMillis() <= 4_000, cluster.now::toString);
    }

    @Test
    void unknownApplicationIsNotWaitedFor() {
        cluster.known = false;

        assertEquals(
                ExitCode.BAD_COMMAND,
                assertThrows(YdlException.class, () -> await(FOR_EVER)).code());
        assertEquals(1, cluster.asked);
    }

    private Optional<Outcome> await(Duration limit) throws Exception {
        return new EndWatch(cluster, cluster).await(FakeJob.ID, limit);
    }

    /** An application and a clock that moves when it is waited for. */
    private static final class Cluster extends MovingTime implements JobFollower.Yarn {
        private Duration end = FOR_EVER;
        private Duration leaves = FOR_EVER;
        private Duration returns = FOR_EVER;
        private boolean known = true;
        private int asked;

        void endAfter(Duration when) {
            end = when;
        }

        void away(Duration from, Duration to) {
            leaves = from;
            returns = to;
        }

        @Override
        public ApplicationReport report(ApplicationId id) throws YdlException {
            asked++;
            if (!known) {
                throw new YdlException(ExitCode.BAD_COMMAND, "the cluster knows no such application");
            }
            if (now.compareTo(leaves) >= 0 && now.compareTo(returns) < 0) {
                throw new YdlException(ExitCode.UNREACHABLE, "the ResourceManager does not answer");
            }
            return FakeJob.report(now.compareTo(end) >= 0 ? Optional.of(DONE) : Optional.empty());
        }

        @Override
        public Outcome kill(ApplicationId id, String reason) {
            throw new UnsupportedOperationException();
        }
    }
}
