package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a user may get wrong, and jobs that go wrong: one clear message each, and nothing left running. */
@ExtendWith(OneCluster.class)
class BadInputIT {
    private static final int JOB_FAILED = 1;
    private static final int BAD_COMMAND = 2;
    private static final int TIMED_OUT = 4;
    private static final int UNREACHABLE = 5;
    private static final int NOT_PREPARED = 8;

    private final Installation ydl;

    BadInputIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void allProblemsOfACommandLineAreReportedTogether() {
        refused(
                ydl.ydl("-job", "nowhere.py", "-numberworkers", "0", "-numberps", "-2", "--tiemout", "60s"),
                "4 problems:",
                "--tiemout is not a flag; did you mean --timeout?",
                "-job nowhere.py: no such file",
                "--num-workers must be from 1 to 100000, got 0",
                "--num-ps must be from 0 to 100000, got -2");
    }

    @Test
    void valuesThatAreNoneAreQuotedWithTheFlagAndWhatWasExpected() {
        refused(
                ydl.ydl(
                        "-job",
                        ydl.sample("in-graph/plus.py"),
                        "-numberworkers",
                        "x",
                        "--timeout",
                        "5x",
                        "--env",
                        "FOO"),
                "3 problems:",
                "--num-workers: 'x' is not a whole number",
                "--timeout: '5x' is not a time such as 90s, 5m or 2h",
                "--env: expected NAME=VALUE, found 'FOO'");
    }

    @Test
    void directoryAsJobIsRefused() {
        refused(ydl.ydl("-job", ydl.sample("in-graph")), "is a directory; name the file in it");
    }

    @Test
    void moreMemoryThanTheClusterGivesIsRefusedBeforeSubmission() {
        Command run = ydl.ydl(
                "-job",
                ydl.sample("in-graph/plus.py"),
                "--worker-memory",
                "900g",
                "--ps-memory",
                "800g",
                "-numberps",
                "1");

        refused(
                run,
                "2 problems:",
                "--worker-memory 921600: the cluster gives a container at most 6144 MiB",
                "--ps-memory 819200: the cluster gives a container at most 6144 MiB");
        assertFalse(run.text().contains("submitted"), run::toString);
    }

    @Test
    void unknownQueueIsRefused() {
        refused(
                ydl.ydl("-job", ydl.sample("in-graph/plus.py"), "--queue", "nowhere"),
                "--queue nowhere: the cluster has no such queue");
    }

    @Test
    void jobThatExitsWithThreeIsNamedWithItsLastLines() {
        Command run = ydl.ydl("-job", ydl.job("exit3.py"), "-numberworkers", "2", "-numberps", "1");

        assertEquals(JOB_FAILED, run.exitCode(), run::toString);
        assertTrue(run.text().matches("(?s).*worker:[01] failed with exit code 3\\..*"), run::toString);
        assertTrue(run.text().contains("    exit3: the column 'label' is missing"), run::toString);
        assertTrue(run.text().matches("(?s).*container_\\S+ on (localhost|127[.]0[.]0[.]2)\n.*"), run::toString);
        assertEquals(run.applicationId() + " FAILED", run.out().get(run.out().size() - 1));
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void jobThatNeverEndsIsEndedAtItsTimeout() {
        Command run = ydl.ydl("-job", ydl.job("never_ends.py"), "-numberps", "1", "--timeout", "30s");

        assertEquals(TIMED_OUT, run.exitCode(), run::toString);
        assertTrue(run.text().contains("the job did not end within its time limit of 30s."), run::toString);
        assertTrue(run.text().contains("worker:0  running the job"), run::toString);
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void jobThatKillsItsOwnRunnerFailsAndIsNamed() {
        Command run = ydl.ydl("-job", ydl.job("kills_runner.py"), "-numberps", "1");

        assertEquals(JOB_FAILED, run.exitCode(), run::toString);
        assertTrue(
                run.text().contains("worker:0 lost its runner to signal 9 (exit code 137): the kernel"), run::toString);
        assertTrue(run.text().contains("3 within 60m, as many as --max-restarts allows"), run::toString);
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void pythonThatIsNotThereIsNamed() {
        Command run = ydl.ydl("-job", ydl.sample("in-graph/plus.py"), "--python", "/nowhere/python3", "-numberps", "1");

        assertEquals(JOB_FAILED, run.exitCode(), run::toString);
        assertTrue(run.text().contains("/nowhere/python3"), run::toString);
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void withoutANetworkThePythonEnvironmentIsNotMadeAndItSaysWhy() throws IOException {
        Path state = Files.createDirectory(ydl.scratch().resolve("no-network"));
        Map<String, String> offline = Map.of(
                "YDL_DIR", state.toString(),
                "PIP_INDEX_URL", "http://" + closedAddress() + "/simple",
                "PIP_FIND_LINKS", "",
                "PIP_NO_CACHE_DIR", "1",
                "PIP_RETRIES", "1");

        Command run = ydl.ydlWith(offline, "-job", ydl.sample("in-graph/plus.py"));

        assertEquals(NOT_PREPARED, run.exitCode(), run::toString);
        assertTrue(run.text().contains("network"), run::toString);
        assertFalse(run.text().contains("\tat "), run::toString);
        assertFalse(Files.exists(state.resolve("cluster")), "no cluster is started for a job that cannot run");
    }

    @Test
    void pythonThatIsNotThereToMakeTheEnvironmentWithIsNamed() throws IOException {
        Path state = Files.createDirectory(ydl.scratch().resolve("no-python"));

        Command run = ydl.ydlWith(
                Map.of("YDL_DIR", state.toString(), "YDL_PYTHON", "/nowhere/python3"),
                "-job",
                ydl.sample("in-graph/plus.py"));

        assertEquals(NOT_PREPARED, run.exitCode(), run::toString);
        assertTrue(run.text().contains("/nowhere/python3"), run::toString);
        assertFalse(run.text().contains("\tat "), run::toString);
    }

    @Test
    void unreachableClusterIsNamedWithItsAddress() throws IOException {
        String address = closedAddress();
        Path conf = Files.createTempDirectory(ydl.scratch(), "conf");
        Files.writeString(conf.resolve("core-site.xml"), site("fs.defaultFS", "hdfs://" + address));
        Files.writeString(conf.resolve("yarn-site.xml"), site("yarn.resourcemanager.address", address));

        Command run = ydl.ydlWith(Map.of("HADOOP_CONF_DIR", conf.toString()), "-job", ydl.sample("in-graph/plus.py"));

        assertEquals(UNREACHABLE, run.exitCode(), run::toString);
        assertTrue(run.text().contains("the ResourceManager does not answer at " + address), run::toString);
        assertFalse(run.text().contains("\tat "), run::toString);
    }

    @Test
    void unreachableFileSystemIsNamedWithItsAddress() throws IOException {
        String address = closedAddress();
        Path conf = Files.createTempDirectory(ydl.scratch(), "conf");
        Files.writeString(conf.resolve("core-site.xml"), site("fs.defaultFS", "hdfs://" + address));
        Files.copy(ydl.clusterHome().resolve("conf").resolve("yarn-site.xml"), conf.resolve("yarn-site.xml"));

        Command run = ydl.ydl("--conf-dir", conf.toString(), "-job", ydl.sample("in-graph/plus.py"));

        assertEquals(UNREACHABLE, run.exitCode(), run::toString);
        assertTrue(run.text().contains("the file system does not answer at hdfs://" + address), run::toString);
        assertFalse(run.text().contains("\tat "), run::toString);
    }

    @Test
    void directoryWithoutAConfigurationIsRefusedByEveryCommand() {
        String id = "application_1_0001";
        for (Command run : List.of(
                ydl.ydl("--conf-dir", "/nowhere", "-job", ydl.sample("in-graph/plus.py")),
                ydl.ydl("kill", id, "--conf-dir", "/nowhere"),
                ydl.ydl("cluster", "--app_id", id, "--conf-dir", "/nowhere"))) {
            refused(run, "/nowhere is no Hadoop configuration: it has no yarn-site.xml");
        }
    }

    @Test
    void filesThatWouldTakeEachOthersPlaceAreRefused() throws IOException {
        Path other = Files.createTempDirectory(ydl.scratch(), "other");
        Path twin = Files.writeString(other.resolve("plus.py"), "");
        Path reserved = Files.writeString(other.resolve("native"), "");

        refused(
                ydl.ydl("-job", ydl.sample("in-graph/plus.py"), "--files", twin + "," + reserved),
                "2 problems:",
                "would have the same name in a task's working directory",
                "'native' is ydl's own in a task's working directory");
    }

    @Test
    void applicationsThatDoNotExistAreNamed() {
        Command unknown = ydl.ydl("cluster", "--app_id", "application_1_0001");
        Command nonsense = ydl.ydl("kill", "nonsense");

        refused(unknown, "application_1_0001: the cluster knows no such application");
        refused(nonsense, "'nonsense' is no application id");
    }

    /** An address of this machine that nobody listens at. */
    private static String closedAddress() throws IOException {
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "localhost:" + unused.getLocalPort();
        }
    }

    private static void refused(Command run, String... messages) {
        assertEquals(BAD_COMMAND, run.exitCode(), run::toString);
        for (String message : messages) {
            assertTrue(run.text().contains(message), () -> message + " is missing in: " + run);
        }
        assertFalse(run.text().contains("\tat "), run::toString);
    }

    private static String site(String key, String value) {
        return "<configuration><property><name>" + key + "</name><value>" + value
                + "</value></property></configuration>";
    }
}
