package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The completion script in a real bash. */
class CompletionCommandTest {
    @TempDir
    Path directory;

    @BeforeEach
    void writeScript() throws Exception {
        Files.writeString(directory.resolve("completion.bash"), CompletionCommand.script());
        Files.writeString(directory.resolve("job.py"), "");
    }

    @Test
    void commandsAreCompleted() throws Exception {
        assertEquals(List.of("status"), complete("ydl-tf", "stat"));
        assertTrue(complete("ydl-tf", "").containsAll(List.of("list", "kill", "doctor")));
    }

    @Test
    void flagsAreCompletedInBothSpellings() throws Exception {
        assertTrue(complete("ydl-tf", "--num-w").contains("--num-workers"));
        assertTrue(complete("ydl-tf", "-numberw").contains("-numberworkers"));
        assertEquals(List.of("--json"), complete("ydl-tf", "status", "--js"));
    }

    @Test
    void fileArgumentsAreCompletedWithFiles() throws Exception {
        assertEquals(List.of("job.py"), complete("ydl-tf", "--job", "jo"));
    }

    /** What bash would offer for the last of these words. Its compopt works in an interactive shell only. */
    private List<String> complete(String... words) throws Exception {
        String line = Arrays.stream(words)
                .map(word -> "'" + word + "'")
                .reduce((one, other) -> one + " " + other)
                .orElseThrow();
        String script = "compopt() { :; }; source ./completion.bash; COMP_WORDS=(" + line + "); COMP_CWORD="
                + (words.length - 1)
                + "; COMP_LINE=\"${COMP_WORDS[*]}\"; COMP_POINT=${#COMP_LINE};"
                + " $(complete -p ydl-tf | sed 's/.*-F \\([^ ]*\\).*/\\1/') ydl-tf \"${COMP_WORDS[COMP_CWORD]}\""
                + " \"${COMP_WORDS[COMP_CWORD-1]}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "--norc", "-c", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, bash.waitFor(), offered);
        return new ArrayList<>(offered.lines()
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList());
    }
}
