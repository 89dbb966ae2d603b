package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ydl.api.Owner;
import org.ydl.api.PortRange;
import org.ydl.api.Role;
import org.ydl.api.RunnerExit;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

class YarnExitsTest {
    private static final ContainerId ID = ContainerId.fromString("container_1700_0001_01_000002");

    @TempDir
    Path javaHome;

    @ParameterizedTest
    @CsvSource({
        "-1000, LAUNCH_FAILED,   CLUSTER, never ran",
        "-100,  NODE_LOST,       CLUSTER, 'was lost with its node, or its container was taken back'",
        "-101,  DISK_FAILED,     CLUSTER, was on a node whose disks failed",
        "-102,  PREEMPTED,       CLUSTER, was preempted in favour of another queue",
        "-103,  MEMORY_EXCEEDED, USER,    was killed by YARN for using too much virtual memory",
        "-104,  MEMORY_EXCEEDED, USER,    was killed by YARN for using too much memory",
        "-105,  STOPPED,         CLUSTER, was stopped by the application master",
        "-106,  STOPPED,         CLUSTER, was stopped by the ResourceManager",
        "-107,  STOPPED,         CLUSTER, was stopped with its application",
        "-108,  PREEMPTED,       CLUSTER, was stopped by its node in favour of another container",
        "-109,  USER_ERROR,      USER,    was killed by YARN for writing too much into its logs",
        "-110,  STOPPED,         CLUSTER, was ended by YARN with exit status -110",
        "154,   NODE_LOST,       CLUSTER, ended while the NodeManager of its node was down: its exit code is unknown"
    })
    void everyExitStatusOfYarnHasAKindAnOwnerAndWords(int status, Kind kind, Owner owner, String what) {
        ExitReason reason = reason(status, "");

        assertEquals(kind, reason.kind());
        assertEquals(owner, reason.kind().owner());
        assertEquals(what, reason.what());
    }

    @Test
    void everyExitStatusThatYarnKnowsIsNamed() throws Exception {
        for (Field status : ContainerExitStatus.class.getFields()) {
            String what = reason(status.getInt(null), "").what();

            assertFalse(what.contains("exit status"), status.getName() + ": " + what);
        }
    }

    /** What the schedulers, and a node, say: see SchedulerUtils, RMNodeImpl and ContainerManagerImpl of Hadoop. */
    @ParameterizedTest
    @CsvSource({
        "-100, NODE_LOST,     Container released on a *lost* node, was lost with its node",
        "-100, NODE_LOST,     Container container_1_0001_01_000002 was running but not reported from node7:45454,"
                + " 'was lost by its node, which was started again without it'",
        "-100, STOPPED,       Container released by application, was given back by the application master",
        "-100, LAUNCH_FAILED, Container expired since it was unused,"
                + " was not started in time: its node never said that its container runs",
        "-100, STOPPED,       Container of a completed application,"
                + " was stopped because the application master ended before its container ran",
        "-107, NODE_LOST,     Container killed on application-finish event: Application killed on shutdown,"
                + " was stopped with the NodeManager of its node"
    })
    void meaningsOfOneExitStatusAreToldApartByWhatYarnSays(int status, Kind kind, String said, String what) {
        ExitReason reason = reason(status, said);

        assertEquals(kind, reason.kind());
        assertEquals(what, reason.what());
    }

    @ParameterizedTest
    @CsvSource({
        "0,  LAUNCH_FAILED, ended its runner before it was told to",
        "70, INTERNAL,      lost its runner to a fault in ydl",
        "81, LAUNCH_FAILED, found no free port on its node",
        "82, LAUNCH_FAILED, could not reach the application master to register",
        "83, LOST_CONTACT,  lost the application master for longer than the job allows",
        "84, INTERNAL,      was refused by the application master",
        "85, SERVER_FAILED, 'could not start its server or its process, and was not told to stop'"
    })
    void exitCodesOfTheRunnerSpeakForThemselves(int exit, Kind kind, String what) {
        ExitReason reason = reason(exit, "");

        assertEquals(kind, reason.kind());
        assertEquals(what, reason.what());
    }

    @Test
    void everyExitCodeOfTheRunnerKeepsItsOwner() {
        for (RunnerExit exit : RunnerExit.values()) {
            assertEquals(exit.owner(), reason(exit.code(), "").kind().owner(), exit.name());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "130, 'lost its runner to signal 2 (exit code 130)',  signal processes",
        "132, 'lost its runner to signal 4 (exit code 132): its processor lacks an instruction', --tf-lib",
        "134, 'lost its runner, and the TensorFlow server in it, to a native crash by signal 6 (exit code 134)', logs",
        "139, 'lost its runner, and the TensorFlow server in it, to a native crash by signal 11 (exit code 139)', logs",
        "137, 'lost its runner to signal 9 (exit code 137): the kernel was out of memory, or someone', --worker-memory",
        "143, 'lost its runner to signal 15 (exit code 143), which YARN did not send', who"
    })
    void runnerEndedByASignalNamesTheSignalAndWhatItMeans(int exit, String what, String advice) {
        ExitReason reason = reason(exit, "Container killed on request. Exit code is " + exit);

        assertEquals(Kind.SIGNALLED, reason.kind());
        assertTrue(reason.what().startsWith(what), reason::what);
        assertTrue(reason.advice().orElseThrow().contains(advice), reason::toString);
    }

    @Test
    void crashQuotesWhatWasWrittenLast() {
        String said = "Exit code: 134\n\n[2026-01-01 00:00:00.001]Container exited with a non-zero exit code 134."
                + " Error file: prelaunch.err.\nLast 4096 bytes of prelaunch.err :\nLast 4096 bytes of stderr :\n"
                + "F0000 tensor.cc:1] Check failed: 1 == 2\n\n";

        String what = reason(134, said).what();

        assertTrue(what.endsWith("(exit code 134): F0000 tensor.cc:1] Check failed: 1 == 2"), what);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127})
    void anUnknownExitCodeIsAFailedLaunchAndNamed(int exit) {
        ExitReason reason = reason(exit, "");

        assertEquals(Kind.LAUNCH_FAILED, reason.kind());
        assertEquals("lost its runner, which ended with exit code " + exit, reason.what());
    }

    @Test
    void tooMuchMemoryIsToldInNumbersWithTheFlagOfTheRole() {
        Container given = Container.newInstance(
                ID,
                NodeId.newInstance("node7", 45454),
                "",
                Resource.newInstance(4096, 1),
                Priority.newInstance(Role.PS.ordinal() + 1),
                null);
        ContainerStatus status = ContainerStatus.newInstance(
                ID,
                ContainerState.COMPLETE,
                "running 224395264B beyond the 'PHYSICAL' memory limit. ",
                ContainerExitStatus.KILLED_EXCEEDED_PMEM);

        ExitReason reason = new YarnExits(Optional.empty()).reason(status, Optional.of(given));

        assertEquals(Optional.of("limit      4096 MiB    used  4310 MiB"), reason.figures());
        assertEquals(Optional.of("--ps-memory 5g, or a smaller batch size"), reason.advice());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1000, -100, -101, -102, -103, -105, -106, -107, -108, -109, 0, 1, 70, 127})
    void diagnosticsOfYarnAreQuotedWithoutTheirMargins(int status) {
        String what = reason(status, "\n  what the node said \n\n").what();

        assertTrue(what.endsWith(": what the node said"), what);
    }

    @Test
    void absentDiagnosticsAddNothing() {
        assertEquals("never ran", reason(ContainerExitStatus.INVALID, " \n").what());
    }

    @Test
    void launchThatFailsQuotesItsCause() {
        ExitReason reason = YarnExits.launchFailed(new IOException("no route to node7"));

        assertEquals(Kind.LAUNCH_FAILED, reason.kind());
        assertEquals("could not be launched: no route to node7", reason.what());
    }

    @Test
    void runnerWithoutAPortNamesTheRangeThatItHad() {
        String free = reason(RunnerExit.NO_PORT.code(), "").advice().orElseThrow();
        String narrow = reason(Optional.of(PortRange.parse("20000-20010")), RunnerExit.NO_PORT.code(), "")
                .advice()
                .orElseThrow();

        assertEquals("--port-range with ports that are free on the nodes", free);
        assertEquals("another or a wider --port-range than 20000-20010", narrow);
    }

    @Test
    void oldJavaIsToldInTheWordsOfTheScriptThatFoundIt() throws Exception {
        String quoted = "Last 4096 bytes of stderr :\n" + wordsOfTheScriptOnJava("11.0.2") + "\n\n";

        ExitReason reason = reason(
                RunnerExit.OLD_JAVA.code(),
                "[2026-01-01 00:00:00.000]Exception from container-launch.\nExit code: 86\n\n"
                        + "[2026-01-01 00:00:00.001]Container exited with a non-zero exit code 86. Error file:"
                        + " prelaunch.err.\nLast 4096 bytes of prelaunch.err :\n" + quoted
                        + "[2026-01-01 00:00:00.002]Container exited with a non-zero exit code 86.\n" + quoted);

        assertEquals(Kind.NOT_PREPARED, reason.kind());
        assertEquals("has a node without a Java that ydl can run on", reason.what());
        assertEquals(
                List.of(
                        "node7 has no Java that ydl can run on.",
                        "  expected  Java 17 or later",
                        "  found     Java 11.0.2 from JAVA_HOME, " + javaHome,
                        "  try       --java-home PATH, the home of a Java 17 on the nodes",
                        "            or --java-archive ARCHIVE, to send one along with the job"),
                reason.errorTail());
        assertEquals(Optional.empty(), reason.advice()); // it stands in the words
    }

    @Test
    void oldJavaWithoutThoseWordsComesWithAdvice() {
        ExitReason reason = reason(RunnerExit.OLD_JAVA.code(), "Exit code: 86");

        assertEquals(Kind.NOT_PREPARED, reason.kind());
        assertEquals("has a node without a Java that ydl can run on: Exit code: 86", reason.what());
        assertTrue(reason.advice().orElseThrow().startsWith("--java-home"), reason::toString);
    }

    private String wordsOfTheScriptOnJava(String version) throws Exception {
        Files.createDirectories(javaHome.resolve("bin"));
        Files.createFile(
                javaHome.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        ProcessBuilder script =
                new ProcessBuilder("/bin/bash", "../container-runner/src/main/sh/ydl-java.sh", "-version");
        script.environment().remove("YDL_JAVA");
        script.environment().put("JAVA_HOME", javaHome.toString());
        script.environment().put("NM_HOST", "node7");

        Process process = script.start();
        String words = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(RunnerExit.OLD_JAVA.code(), process.waitFor(), words);
        return words;
    }

    @Test
    void wordsOfARunnerThatYarnRepeatsAreToldOnce() {
        String words =
                """

                [2026-01-01 00:00:00.001]Container exited with a non-zero exit code 81. Error file: prelaunch.err.
                Last 4096 bytes of prelaunch.err :
                Last 4096 bytes of stderr :
                no free port in 20000-20010
                  try   a wider --port-range

                """;

        ExitReason reason = reason(RunnerExit.NO_PORT.code(), "Exit code: 81\n" + words + words);

        assertEquals(
                "found no free port on its node: no free port in 20000-20010\n  try   a wider --port-range",
                reason.what());
    }

    private static ExitReason reason(int exitStatus, String diagnostics) {
        return reason(Optional.empty(), exitStatus, diagnostics);
    }

    private static ExitReason reason(Optional<PortRange> portRange, int exitStatus, String diagnostics) {
        return new YarnExits(portRange)
                .reason(
                        ContainerStatus.newInstance(ID, ContainerState.COMPLETE, diagnostics, exitStatus),
                        Optional.empty());
    }
}
