package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ContainerExitStatus;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ydl.api.Owner;
import org.ydl.api.RunnerExit;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

class YarnExitsTest {
    @TempDir
    Path javaHome;

    @ParameterizedTest
    @CsvSource({
        "-1000, LAUNCH_FAILED,   CLUSTER, never ran",
        "-100,  NODE_LOST,       CLUSTER, 'was lost with its node, or its container was taken back'",
        "-101,  DISK_FAILED,     CLUSTER, was on a node whose disks failed",
        "-102,  PREEMPTED,       CLUSTER, was preempted in favour of another queue",
        "-103,  MEMORY_EXCEEDED, USER,    was killed by YARN for using too much memory",
        "-104,  MEMORY_EXCEEDED, USER,    was killed by YARN for using too much memory",
        "-105,  STOPPED,         CLUSTER, was stopped by YARN",
        "-106,  STOPPED,         CLUSTER, was stopped by YARN",
        "-107,  STOPPED,         CLUSTER, was stopped by YARN",
        "-108,  STOPPED,         CLUSTER, was stopped by YARN"
    })
    void everyExitStatusOfYarnHasAKindAnOwnerAndWords(int status, Kind kind, Owner owner, String what) {
        ExitReason reason = reason(status, "");

        assertEquals(kind, reason.kind());
        assertEquals(owner, reason.kind().owner());
        assertEquals(what, reason.what());
    }

    @ParameterizedTest
    @CsvSource({
        "0,  LAUNCH_FAILED, ended its runner before it was told to",
        "70, INTERNAL,      lost its runner to a fault in ydl",
        "82, LAUNCH_FAILED, could not reach the application master to register",
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
    @CsvSource({"137, 9", "143, 15", "134, 6"})
    void runnerEndedByASignalNamesTheSignal(int exit, int signal) {
        ExitReason reason = reason(exit, "Container killed on request. Exit code is " + exit);

        assertEquals(Kind.SIGNALLED, reason.kind());
        assertEquals("lost its runner to signal " + signal + " (exit code " + exit + ")", reason.what());
        assertTrue(reason.advice().orElseThrow().contains("hs_err_pid"), reason::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 127})
    void anUnknownExitCodeIsAFailedLaunchAndNamed(int exit) {
        ExitReason reason = reason(exit, "");

        assertEquals(Kind.LAUNCH_FAILED, reason.kind());
        assertEquals("lost its runner, which ended with exit code " + exit, reason.what());
    }

    @Test
    void tooMuchMemoryComesWithTheSettingToRaise() {
        ExitReason reason = reason(ContainerExitStatus.KILLED_EXCEEDED_PMEM, "2.1 GB of 2 GB physical memory used");

        assertEquals(
                "was killed by YARN for using too much memory: 2.1 GB of 2 GB physical memory used", reason.what());
        assertTrue(reason.advice().orElseThrow().contains("--worker-memory"), reason::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1000, -100, -101, -102, -103, -105, 0, 1, 70, 127})
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
        String narrow = reason(Optional.of("20000-20010"), RunnerExit.NO_PORT.code(), "")
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

    private static ExitReason reason(Optional<String> portRange, int exitStatus, String diagnostics) {
        return new YarnExits(portRange)
                .reason(ContainerStatus.newInstance(
                        ContainerId.fromString("container_1700_0001_01_000002"),
                        ContainerState.COMPLETE,
                        diagnostics,
                        exitStatus));
    }
}
