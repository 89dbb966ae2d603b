package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ydl.api.ExitCode;
import picocli.CommandLine.Model.CommandSpec;

/** What {@code --dry-run} prints is what is checked in. */
class DryRunTest {
    private static final Path DIR =
            Path.of("src", "test", "resources", "dry-run").toAbsolutePath();

    /** They say what happens to the job, not what it is. */
    private static final Set<String> NOT_OF_THE_JOB =
            Set.of("--help", "--help-all", "--version", "--logs", "--detach", "--conf-dir");

    @ParameterizedTest
    @ValueSource(strings = {"cluster", "client"})
    void jobIsShownAsItWouldBeSubmitted(String name) throws IOException {
        String shown = dryRun(DIR.resolve(name + ".yaml"));

        assertEquals(Files.readString(DIR.resolve(name + ".expected.yaml")), shown);
    }

    @Test
    void everyOptionIsSetInOneOfThem() {
        CommandSpec command = Commands.commandLine(new RunCommand()).getCommandSpec();
        FlagNames flags = new FlagNames(command, 0);
        Set<String> all = FlagSections.sections(command).values().stream()
                .flatMap(List::stream)
                .map(FlagNames::canonical)
                .filter(flag -> !NOT_OF_THE_JOB.contains(flag))
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> set = Stream.of("cluster.yaml", "client.yaml")
                .flatMap(file -> JobFile.read(DIR.resolve(file), flags).settings().stream())
                .map(setting -> FlagNames.canonical(setting.option()))
                .collect(Collectors.toSet());

        all.removeAll(set);
        assertEquals(Set.of(), all);
    }

    /** The place of the files is that of the checkout. */
    private static String dryRun(Path file) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                () -> 0);
        ExitCode code = new Ydl(screen).run(List.of("run", file.toString()));
        assertEquals(ExitCode.SUCCEEDED, code, () -> err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).replace(DIR.toString(), "DIR");
    }
}
