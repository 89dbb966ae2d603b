package org.ydl.cli;

import java.util.List;
import org.ydl.api.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code ydl-tf completion bash}: a script that lets a shell complete ydl's commands and flags. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        header = "Prints a completion script for bash or zsh.",
        customSynopsis = "ydl-tf completion bash|zsh",
        footer = {
            "",
            "Examples:",
            "  source <(ydl-tf completion bash)",
            "  ydl-tf completion bash > ~/.local/share/bash-completion/completions/ydl-tf"
        })
final class CompletionCommand implements Ydl.Action {
    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh")
    private String shell;

    @Override
    public int words() {
        return 1;
    }

    @Override
    public List<String> problems() {
        return shell != null && SHELLS.contains(shell)
                ? List.of()
                : List.of((shell == null ? "the shell is missing" : "'" + shell + "' is no shell that is known")
                        + ": bash or zsh");
    }

    /** One script for both: it makes zsh take bash's completions. */
    @Override
    public ExitCode run(Screen screen) {
        screen.result(script());
        return ExitCode.SUCCEEDED;
    }

    static String script() {
        return AutoComplete.bash("ydl-tf", Commands.whole());
    }
}
