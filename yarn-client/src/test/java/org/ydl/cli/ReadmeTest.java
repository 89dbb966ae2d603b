package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/** The README's tables say what the program does. */
class ReadmeTest {
    @Test
    void everyFlagStandsInTheReadmeAsInTheHelp() throws IOException {
        CommandSpec run = Commands.commandLine(new RunCommand()).getCommandSpec();

        contains(FlagSections.sections(run).values().stream()
                .flatMap(List::stream)
                .map(option -> "| `" + FlagNames.canonical(option)
                        + (option.arity().max() == 0 ? "" : " " + option.paramLabel()) + "` | "
                        + String.join(" ", option.description()) + " |")
                .collect(Collectors.joining("\n")));
    }

    @Test
    void everyExitCodeStandsInTheReadme() throws IOException {
        contains(Arrays.stream(ExitCode.values())
                .map(code -> "| " + code.code() + " | `" + code + "` | "
                        + code.owner().name().toLowerCase(Locale.ROOT) + " | " + code.meaning() + " |")
                .collect(Collectors.joining("\n")));
    }

    private static void contains(String table) throws IOException {
        String readme = Files.readString(Path.of("..", "README.md"));
        assertTrue(readme.contains(table), () -> "the README should have this table:\n" + table);
    }
}
