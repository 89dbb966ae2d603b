package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void anUnknownCommandIsAnsweredWithTheNearestOne() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("staus"));

        assertEquals("ydl-cluster: Unknown command staus. Did you mean status?\nSee ydl-cluster --help.\n", text(err));
    }

    @Test
    void anUnknownOptionIsAnsweredWithTheNearestOne() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--node", "2"));

        assertEquals("ydl-cluster: Unknown option --node. Did you mean --nodes?\nSee ydl-cluster --help.\n", text(err));
    }

    @Test
    void aNumberThatIsNoneIsQuoted() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--memory=4g"));

        assertEquals(
                "ydl-cluster: --memory should be a whole number, found '4g'.\nSee ydl-cluster --help.\n", text(err));
    }

    @Test
    void anOptionWithoutItsValueIsRefused() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--nodes"));

        assertTrue(text(err).startsWith("ydl-cluster: --nodes needs a value."), text(err));
    }

    @Test
    void aSettingNeedsAKeyAndAValue() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--set", "dfs.replication", "--set==3", "--set"));

        assertEquals(
                """
                ydl-cluster: 3 problems:
                  --set should be KEY=VALUE, found 'dfs.replication'.
                  --set should be KEY=VALUE, found '=3'.
                  --set needs a value.
                See ydl-cluster --help.
                """,
                text(err));
    }

    @Test
    void severalSettingsAreTakenTogether() throws Exception {
        ClusterArguments arguments = ClusterArguments.parse(
                List.of("up", "--set", "a.b=1=2", "--set=c.d=", "--set", "e=x y"), directory.resolve("cluster"));

        assertEquals(Map.of("a.b", "1=2", "c.d", "", "e", "x y"), arguments.settings());
    }

    @Test
    void purgeIsRefusedForAnythingButDown() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("status", "--purge"));

        assertEquals("ydl-cluster: --purge goes with down, not with status.\nSee ydl-cluster --help.\n", text(err));
    }

    @Test
    void allProblemsAreToldTogether() throws Exception {
        assertEquals(
                ClusterCommand.USAGE,
                run("up", "--nodse", "3", "--memory", "--purge", "--nodes=0", "--home", "/a:b", "--verbose"));

        assertEquals(
                """
                ydl-cluster: 6 problems:
                  Unknown option --nodse. Did you mean --nodes?
                  --memory needs a value.
                  Unknown option --verbose. Known are --home, --nodes, --memory, --set, --purge, --help.
                  --purge goes with down, not with up.
                  The home of a local cluster cannot be '/a:b': Hadoop splits paths at commas and colons. \
                Choose another directory.
                  A local cluster has 1 to 32 nodes; asked for 0.
                See ydl-cluster --help.
                """,
                text(err));
    }

    @Test
    void aCommandAfterAnUnknownOptionIsNotTakenForItsValue() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("--prge", "down", "up"));

        assertEquals(
                """
                ydl-cluster: 2 problems:
                  Unknown option --prge. Did you mean --purge?
                  down and up are given: choose one command.
                See ydl-cluster --help.
                """,
                text(err));
    }

    @Test
    void purgeIsNotSwitchedByAValue() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("down", "--purge=false", "--home", home()));

        assertTrue(text(err).startsWith("ydl-cluster: --purge takes no value, found 'false'."), text(err));
    }

    @Test
    void purgeTouchesNothingWhereThereWasNeverACluster() throws Exception {
        Path mine = Files.createDirectories(directory.resolve("data"));

        assertEquals(ClusterCommand.OK, run("down", "--purge", "--home", directory.toString()));

        assertTrue(Files.exists(mine));
        assertTrue(text(out).contains("nothing was deleted"), text(out));
    }

    @Test
    void anEmptyHomeIsNotTheCurrentDirectory() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("down", "--purge", "--home", ""));

        assertTrue(text(err).startsWith("ydl-cluster: --home needs a value."), text(err));
    }

    @Test
    void anImpossibleSizeIsRefusedBeforeAnythingStarts() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--nodes", "0", "--home", home()));

        assertTrue(text(err).contains("1 to 32 nodes; asked for 0"), text(err));
        assertFalse(Files.exists(Path.of(home())));
    }

    @Test
    void statusOfAClusterThatNeverRanListsStoppedDaemonsAndExitsWithThree() throws Exception {
        assertEquals(ClusterCommand.NOT_UP, run("status", "--home", home()));

        assertTrue(
                text(out)
                        .startsWith("the local cluster in " + home()
                                + " is not running; start it with: ydl-cluster up --home " + home() + "\n"),
                text(out));
        assertTrue(text(out).contains("resourcemanager  -        stopped"), text(out));
        assertFalse(Files.exists(Path.of(home())));
    }

    @Test
    void downOfAClusterThatNeverRanSucceedsAndCreatesNothing() throws Exception {
        assertEquals(ClusterCommand.OK, run("down", "--purge", "--home", home()));

        assertEquals("the local cluster in " + home() + " was not running\n", text(out));
        assertFalse(Files.exists(Path.of(home())));
    }

    @Test
    void purgeLeavesFilesThatAreNotTheClusters() throws Exception {
        Path precious = Files.writeString(directory.resolve("thesis.txt"), "years of work");

        assertEquals(ClusterCommand.OK, run("down", "--purge", "--home", directory.toString()));

        assertTrue(Files.exists(precious));
    }

    @Test
    void helpTellsTheExitCodes() throws Exception {
        assertEquals(ClusterCommand.OK, run("--help"));

        assertTrue(text(out).contains("3  for status"), text(out));
    }

    @Test
    void helpIsGivenEvenOnAWrongCommandLine() throws Exception {
        assertEquals(ClusterCommand.OK, run("help", "start"));

        assertTrue(text(out).contains("usage: ydl-cluster"), text(out));
    }

    @Test
    void whatIsNotSaidAboutTheSizeStaysAsItWas() {
        Optional<ClusterSize> last = Optional.of(new ClusterSize(2, 700));

        assertEquals(Optional.empty(), ClusterCommand.size(OptionalInt.empty(), OptionalInt.empty(), last));
        assertEquals(
                Optional.of(new ClusterSize(2, 900)),
                ClusterCommand.size(OptionalInt.empty(), OptionalInt.of(900), last));
        assertEquals(last, ClusterCommand.size(OptionalInt.of(2), OptionalInt.empty(), last));
    }

    private String home() {
        return directory.resolve("cluster").toString();
    }

    private int run(String... words) throws InterruptedException {
        return new ClusterCommand(stream(out), stream(err)).run(List.of(words));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
