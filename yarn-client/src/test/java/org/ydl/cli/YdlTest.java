package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ydl.api.ExitCode;

/** What {@code ydl-tf} says of a command line before any cluster is asked. */
class YdlTest {
    private static final int SCREEN_LINES = 40;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void withoutArgumentsTheHelpGoesToStandardError() {
        assertEquals(ExitCode.BAD_COMMAND, run());

        assertEquals("", text(out));
        assertTrue(text(err).contains("Usage:"), text(err));
    }

    @Test
    void mainHelpNamesEveryCommandInALineOfItsOwn() {
        assertEquals(ExitCode.SUCCEEDED, run("--help"));

        for (String name : Commands.whole().getSubcommands().keySet()) {
            assertEquals(
                    1,
                    text(out)
                            .lines()
                            .filter(line -> line.matches("  " + name + "  +[A-Z].*"))
                            .count(),
                    name + " in\n" + text(out));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "status", "attach", "wait", "logs", "cluster", "kill", "doctor", "completion"})
    void helpOfACommandFitsAScreenAndHasAnExample(String name) {
        assertEquals(ExitCode.SUCCEEDED, run(name, "--help"));

        assertTrue(text(out).lines().count() <= SCREEN_LINES, text(out));
        assertTrue(text(out).contains("  ydl-tf " + name), text(out));
    }

    @Test
    void scriptInPlaceOfACommandIsToldHowToRun(@TempDir Path dir) throws IOException {
        String script = Files.writeString(dir.resolve("train.py"), "").toString();

        assertEquals(ExitCode.BAD_COMMAND, run(script));
        assertEquals(ExitCode.BAD_COMMAND, run("run", script));

        assertEquals(2, text(err).split("ydl-tf -job " + script, -1).length - 1, text(err));
    }

    @Test
    void jobFileThatIsNotThereIsTheOnlyProblem() {
        assertEquals(ExitCode.BAD_COMMAND, run("run", "nowhere.yaml"));

        assertEquals("ydl-tf: nowhere.yaml: no such file\nSee ydl-tf run --help.\n", text(err));
    }

    @Test
    void wordsToChooseFromAreInSmallLetters() {
        assertEquals(ExitCode.BAD_COMMAND, run("--run-on", "worker", "--", "true"));

        assertTrue(
                text(err).contains("--run-on: expected one of [auto, chief, workers, all] but was 'worker'"),
                text(err));
    }

    @Test
    void restartsAndLimitsThatMakeNoSenseAreRefusedTogether() {
        assertEquals(
                ExitCode.BAD_COMMAND,
                run(
                        "--am-max-attempts=0",
                        "--am-attempts-window=0",
                        "--max-restarts=-1",
                        "--restart-window=0s",
                        "--hold-timeout=0",
                        "--heartbeat-timeout=0",
                        "--master-lost-timeout=0",
                        "--adoption-timeout=0",
                        "--client-lost-timeout=0",
                        "--chief-grace=0",
                        "--restart-on=success",
                        "--",
                        "true"));

        assertEquals(
                """
                ydl-tf: 10 problems:
                  --restart-on: expected one of [never, failure, always] but was 'success'
                  --am-max-attempts must be more than 0, got 0
                  --am-attempts-window must be longer than nothing
                  --max-restarts must not be less than 0, got -1
                  --restart-window must be longer than nothing
                  --hold-timeout must be longer than nothing
                  --heartbeat-timeout must be longer than nothing
                  --master-lost-timeout must be longer than nothing
                  --adoption-timeout must be longer than nothing
                  --client-lost-timeout must be longer than nothing
                See ydl-tf run --help.
                """,
                text(err));
    }

    @Test
    void otherNamesOfRestartsAndAttemptsAreKnown() {
        assertEquals(
                ExitCode.SUCCEEDED,
                run(
                        "--max-app-attempts",
                        "7",
                        "-attempt_failures_validity_interval",
                        "60000",
                        "-container_max_retries",
                        "4",
                        "--dry-run",
                        "--",
                        "true"),
                () -> text(err));

        assertTrue(text(out).contains("  attempts: 7\n  attempts-window: 60s\n"), text(out));
        assertTrue(text(out).contains("  on: failure\n  most: 4\n  window: 3600s\n"), text(out));
    }

    @Test
    void programBesideTheClientMayHaveSeveralMasters() {
        assertEquals(
                ExitCode.SUCCEEDED,
                run("--deploy-mode=client", "--am-max-attempts=3", "--dry-run", "--", "true"),
                () -> text(err));
    }

    @Test
    void unknownCommandGetsTheNearestOne() {
        assertEquals(ExitCode.BAD_COMMAND, run("klil", "application_1_0001"));

        assertEquals("ydl-tf: 'klil' is not a command; did you mean kill?\nSee ydl-tf --help.\n", text(err));
    }

    @Test
    void refusalNamesTheHelpOfItsCommand() {
        assertEquals(ExitCode.BAD_COMMAND, run("kill", "job-7"));

        assertEquals(
                "ydl-tf: 'job-7' is no application id; expected one as application_1700000000000_0001\n"
                        + "See ydl-tf kill --help.\n",
                text(err));
    }

    @Test
    void idIsNeededAndOnlyOnce() {
        run("wait");
        run("wait", "application_1_0001", "--app_id", "application_1_0002");

        assertTrue(text(err).contains("the application's id is missing"), text(err));
        assertTrue(text(err).contains("name one application: application_1_0001 or application_1_0002"), text(err));
    }

    @Test
    void wrongChoicesOfTasksAreSaidInOurWords() {
        run("attach", "application_1_0001", "--logs", "boss");
        run("logs", "application_1_0001", "--task", "worker");

        assertTrue(
                text(err).contains("--logs: 'boss' is none of chief, all, none, or tasks such as worker:1,ps:0"),
                text(err));
        assertTrue(
                text(err).contains("--task: 'worker' is no task; expected a role and an index: worker:1"), text(err));
    }

    @Test
    void secondGenerationsListIsKnown() {
        assertEquals(ExitCode.SUCCEEDED, run("application", "--list", "--help"));

        assertTrue(text(out).contains("ydl-tf list"), text(out));
    }

    @Test
    void everyCommandTellsTheVersion() {
        assertEquals(ExitCode.SUCCEEDED, run("status", "--version"));

        assertTrue(text(out).startsWith("ydl "), text(out));
    }

    private ExitCode run(String... words) {
        Screen screen = new Screen(new PrintStream(out, true), new PrintStream(err, true), false, () -> 0);
        return new Ydl(screen).run(List.of(words));
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
