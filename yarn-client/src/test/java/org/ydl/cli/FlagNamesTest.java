package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlagNamesTest {
    private final FlagNames names =
            new FlagNames(Commands.commandLine(new RunCommand()).getCommandSpec(), 0);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-numberworkers",
                "--numberworkers",
                "--num-workers",
                "--num_workers",
                "-num_workers",
                "--num_worker",
                "--numWorkers"
            })
    void flagIsKnownInEverySpelling(String flag) {
        assertEquals(List.of("--num-workers=4"), names.read(List.of(flag, "4")).arguments());
        assertEquals(
                List.of("--num-workers=4"), names.read(List.of(flag + "=4")).arguments());
    }

    @Test
    void theFirstGenerationsCommandLineIsRead() {
        FlagNames.Reading reading = names.read(List.of(
                "-job", "job.py", "-numberworkers", "4", "-numberps", "1", "-jar", "ydl-with-dependencies.jar"));

        assertEquals(
                List.of("--job=job.py", "--num-workers=4", "--num-ps=1", "--jar=ydl-with-dependencies.jar"),
                reading.arguments());
        assertEquals(List.of(), reading.problems());
    }

    @Test
    void whatFollowsTwoDashesIsLeftAlone() {
        FlagNames.Reading reading = names.read(List.of("-job", "a.py", "--", "-numberps", "--what", "--", "x"));

        assertEquals(List.of("--job=a.py", "--", "-numberps", "--what", "--", "x"), reading.arguments());
        assertEquals(List.of(), reading.problems());
    }

    @Test
    void valueMayBeginWithADash() {
        assertEquals(
                List.of("--num-ps=-3"), names.read(List.of("-numberps", "-3")).arguments());
    }

    @Test
    void unknownFlagsGetTheNearestOneAndTheirValuesAreNoSecondProblem() {
        FlagNames.Reading reading = names.read(List.of("--tiemout", "60s", "--num-wrokers=2", "--zzzzzzzz"));

        assertEquals(
                List.of(
                        "--tiemout is not a flag; did you mean --timeout?",
                        "--num-wrokers is not a flag; did you mean --num-workers?",
                        "--zzzzzzzz is not a flag"),
                reading.problems());
        assertEquals(List.of(), reading.arguments());
    }

    @Test
    void strayWordIsAProblemAndNotAnArgumentOfTheJob() {
        FlagNames.Reading reading = names.read(List.of("-numberworkers", "4", "5"));

        assertEquals(List.of("--num-workers=4"), reading.arguments());
        assertEquals(List.of("'5' is not expected here; what is meant for the job comes after --"), reading.problems());
    }

    @Test
    void flagWithoutItsValueIsAProblem() {
        assertEquals(List.of("-job needs a value"), names.read(List.of("-job")).problems());
        assertEquals(
                List.of("-job needs a value"),
                names.read(List.of("-job", "--", "x")).problems());
    }
}
