package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What can be done with a job that runs: ask for its ClusterSpec, watch it, kill it. Nothing stays behind. */
@ExtendWith(OneCluster.class)
class RunningJobIT {
    private final Installation ydl;

    RunningJobIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void strangersReadTheSameClusterSpecAndKillEndsEverything() {
        String python = clientPython();
        String script = ydl.sample("clients/cluster_spec.py");
        try (Command run = neverEnding()) {
            String id = run.applicationId();

            Command own = ydl.ydl("cluster", "--app_id", id);
            Command foreign = ydl.run(python, script, run.masterAddress());
            try (Command follower = ydl.run(python, script, run.masterAddress(), "--follow")) {
                follower.awaitLine(line -> line.startsWith("ClusterSpec:"));

                assertEquals(0, own.exitCode(), own::toString);
                assertTrue(
                        own.out()
                                .get(0)
                                .matches(
                                        "ClusterSpec: \\{\"ps\":\\[\"[^\":]+:\\d+\"],\"worker\":\\[\"[^\":]+:\\d+\",\"[^\":]+:\\d+\"]}"),
                        own::toString);
                assertEquals(0, foreign.exitCode(), foreign::toString);
                assertEquals(own.out(), foreign.out());

                Command kill = ydl.ydl("kill", id);
                assertEquals(0, kill.exitCode(), kill::toString);
                assertEquals(List.of(id + " KILLED"), kill.out());
                assertEquals(0, follower.exitCode(), follower::toString);
                assertEquals(own.out(), follower.out());
            }
            assertEquals(3, run.exitCode(), run::toString);
            assertTrue(run.text().contains("the job was killed: ydl-tf kill by "), run::toString);
            assertNothingIsLeftOf(id);

            Command late = ydl.ydl("cluster", "--app_id", id);
            assertEquals(5, late.exitCode(), late::toString);
            assertTrue(late.text().contains(id + " has ended: KILLED"), late::toString);
        }
    }

    @Test
    void interruptKillsTheApplication() {
        try (Command run = neverEnding()) {
            run.signal("INT");

            assertEquals(130, run.exitCode(), run::toString);
            assertTrue(run.text().contains(run.applicationId() + " was killed"), run::toString);
            assertNothingIsLeftOf(run.applicationId());
        }
    }

    @Test
    void interruptBeforeTheMasterIsUpKillsTheApplicationToo() {
        try (Command run = ydl.ydl("-job", ydl.job("never_ends.py"))) {
            String id = run.applicationId();
            run.signal("TERM");

            assertEquals(143, run.exitCode(), run::toString);
            assertNothingIsLeftOf(id);
        }
    }

    @Test
    void interruptBetweenStagingAndSubmissionLeavesNothing() {
        try (Command run = ydl.ydl("-job", ydl.job("never_ends.py"))) {
            String staged = run.awaitLine(line -> line.startsWith("ydl: staged "));
            run.signal("INT");

            assertEquals(130, run.exitCode(), run::toString);
            assertNothingIsLeftOf(staged.substring("ydl: staged ".length()));
        }
    }

    @Test
    void deathOfTheLastApplicationMasterEndsTheJobAndIsSaid() {
        try (Command run = neverEnding("--am-max-attempts", "1")) {
            String id = run.applicationId();
            new JobProcesses(id).master().kill();

            assertEquals(7, run.exitCode(), run::toString);
            assertTrue(run.text().contains("the application master ended without a word"), run::toString);
            assertNothingIsLeftOf(id);
        }
    }

    @Test
    void jobWhoseMasterYarnDoesNotStartInTimeIsGivenUpWithWhatYarnSays() {
        try (Command other = neverEnding()) {
            // Together with the other job's, more than application masters may have of this cluster.
            Command run =
                    ydl.ydl("-job", ydl.sample("in-graph/plus.py"), "--am-memory", "6g", "--allocation-timeout", "3s");

            assertEquals(7, run.exitCode(), run::toString);
            assertTrue(run.text().contains("YARN has not started the application master within 3 s."), run::toString);
            assertTrue(run.text().contains("Queue's AM resource limit exceeded"), run::toString);
            assertNothingIsLeftOf(run.applicationId());
            other.signal("INT");
            assertEquals(130, other.exitCode(), other::toString);
        }
    }

    @Test
    void nextJobRemovesTheStagedFilesOfOneThatNobodyCouldCleanUpAfter() {
        String id;
        try (Command run = neverEnding()) {
            id = run.applicationId();
            run.signal("KILL");
            run.exitCode();
        }
        Operator.of(ydl).kill(id);

        Command next = ydl.ydl("-job", ydl.job("prints_args.py"));

        assertEquals(0, next.exitCode(), next::toString);
        assertNothingIsLeftOf(id);
    }

    /** Two workers and a ps; returns when the chief waits, a background process beside it. */
    private Command neverEnding(String... more) {
        Stream<String> words = Stream.of("-job", ydl.job("never_ends.py"), "-numberworkers", "2", "-numberps", "1");
        Command run = ydl.ydl(Stream.concat(words, Stream.of(more)).toArray(String[]::new));
        run.awaitLine(line -> line.startsWith("waiting "));
        return run;
    }

    private void assertNothingIsLeftOf(String id) {
        Leftovers.awaitNone(ydl, id);
    }

    /** A Python that has gRPC and nothing of ydl. */
    private String clientPython() {
        Path environment = ydl.scratch().resolve("client");
        Command venv = ydl.run("python3", "-m", "venv", environment.toString());
        assertEquals(0, venv.exitCode(), venv::toString);
        String python = environment.resolve("bin").resolve("python").toString();
        Command pip = ydl.run(python, "-m", "pip", "install", "-q", "-r", ydl.sample("clients/requirements.txt"));
        assertEquals(0, pip.exitCode(), pip::toString);
        return python;
    }
}
