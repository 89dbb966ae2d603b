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

        assertEquals("ydl-cluster: Unknown command staus. Did you mean status?\n", text(err));
    }

    @Test
    void anUnknownOptionIsAnsweredWithTheNearestOne() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--node", "2"));

        assertEquals("ydl-cluster: Unknown option --node. Did you mean --nodes?\n", text(err));
    }

    @Test
    void aNumberThatIsNoneIsQuoted() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--memory=4g"));

        assertEquals("ydl-cluster: --memory should be a whole number, found '4g'.\n", text(err));
    }

    @Test
    void anOptionWithoutItsValueIsRefused() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("up", "--nodes"));

        assertTrue(text(err).startsWith("ydl-cluster: --nodes needs a value."), text(err));
    }

    @Test
    void purgeIsRefusedForAnythingButDown() throws Exception {
        assertEquals(ClusterCommand.USAGE, run("status", "--purge"));

        assertEquals("ydl-cluster: --purge goes with down, not with status.\n", text(err));
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

        assertTrue(text(out).contains("resourcemanager  -        stopped"), text(out));
        assertFalse(Files.exists(Path.of(home())));
    }

    @Test
    void downOfAClusterThatNeverRanSucceedsAndCreatesNothing() throws Exception {
        assertEquals(ClusterCommand.OK, run("down", "--purge", "--home", home()));

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
