package org.ydl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import org.ydl.api.ExitCode;
import org.ydl.submit.YdlException;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;

/** {@code ydl-tf}: reads the command line, runs what it asks for, and ends with one of {@link ExitCode}. */
public final class Ydl {
    private static final long SECOND_MS = 1_000;

    private final Screen screen;

    Ydl(Screen screen) {
        this.screen = screen;
    }

    /** What a command does once its flags are read. */
    interface Action {
        /** How many words without a dash it takes, beside its flags. */
        default int words() {
            return 0;
        }

        /** Adds flags that are made, not written. */
        default void declare(CommandSpec command) {}

        /** Everything that is wrong with the flags, as far as can be told without a cluster. */
        List<String> problems();

        ExitCode run(Screen screen) throws YdlException, IOException, InterruptedException;
    }

    public static void main(String[] args) {
        // The start script knows whether standard error is a terminal; Java cannot tell.
        boolean terminal = Boolean.getBoolean("ydl.terminal");
        Screen screen = new Screen(System.out, System.err, terminal, System::nanoTime);
        if (terminal) {
            new Timer("clock", true).schedule(tick(screen), SECOND_MS, SECOND_MS);
        }
        System.exit(new Ydl(screen).run(List.of(args)).code());
    }

    private static TimerTask tick(Screen screen) {
        return new TimerTask() {
            @Override
            public void run() {
                screen.tick();
            }
        };
    }

    ExitCode run(List<String> args) {
        if (args.isEmpty()) {
            Commands.overview().usage(screen.stderr());
            return ExitCode.BAD_COMMAND;
        }
        String first = args.get(0);
        List<String> rest = args.subList(1, args.size());
        if (Commands.asksForOverview(args)) {
            Commands.overview().usage(screen.stdout());
            return ExitCode.SUCCEEDED;
        }
        if (first.equals(Commands.RUN)) {
            return runFile(rest);
        }
        Optional<Action> named = Commands.named(first);
        if (named.isPresent()) {
            return run("ydl-tf " + first, named.get(), rest);
        }
        if (!first.startsWith("-")) {
            return refuse(
                    "ydl-tf",
                    List.of("'" + first + "' is not a command"
                            + (Files.isRegularFile(Path.of(first))
                                    ? "; to run the file: ydl-tf -job " + first
                                    : Commands.nearest(first)
                                            .map(nearest -> "; did you mean " + nearest + "?")
                                            .orElse(""))));
        }
        return run("ydl-tf run", Commands.standard(), args);
    }

    private ExitCode run(String name, Action action, List<String> args) {
        CommandLine command = Commands.commandLine(action);
        return run(name, action, command, new FlagNames(command.getCommandSpec(), action.words()).read(args));
    }

    /** A job from a file, whose keys the flags beside it override. */
    private ExitCode runFile(List<String> args) {
        Action action = Commands.standard();
        CommandLine command = Commands.commandLine(action);
        FlagNames flags = new FlagNames(command.getCommandSpec(), action.words());
        String name = "ydl-tf " + Commands.RUN;
        if (args.isEmpty() || args.get(0).startsWith("-")) {
            FlagNames.Reading typed = flags.read(args);
            return typed.arguments().stream().anyMatch(argument -> argument.startsWith("--help"))
                    ? run(name, action, command, typed)
                    : refuse(name, List.of("name the job file: ydl-tf run job.yaml"));
        }
        if (args.get(0).endsWith(".py")) {
            return refuse(name, List.of(args.get(0) + " is a script, not a job file: ydl-tf -job " + args.get(0)));
        }
        FlagNames.Reading typed = flags.read(args.subList(1, args.size()));
        JobFile.Reading file = JobFile.read(Path.of(args.get(0)), flags);
        return file.isUnreadable() ? refuse(name, file.problems()) : run(name, action, command, file.under(typed));
    }

    private ExitCode run(String name, Action action, CommandLine command, FlagNames.Reading reading) {
        try {
            ParseResult parsed = command.parseArgs(reading.arguments().toArray(String[]::new));
            if (reading.flags().anyMatch("--help-all"::equals)) {
                command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new FlagSections(true));
                command.usage(screen.stdout());
                return ExitCode.SUCCEEDED;
            }
            if (parsed.isUsageHelpRequested()) {
                command.usage(screen.stdout());
                return ExitCode.SUCCEEDED;
            }
            if (parsed.isVersionHelpRequested()) {
                command.printVersionHelp(screen.stdout());
                return ExitCode.SUCCEEDED;
            }
            List<String> problems = new ArrayList<>(reading.problems());
            parsed.errors().forEach(error -> problems.add(inOurWords(error, reading.places())));
            problems.addAll(action.problems());
            return problems.isEmpty() ? action.run(screen) : refuse(name, problems);
        } catch (YdlException e) {
            return e.code() == ExitCode.BAD_COMMAND
                    ? refuse(name, e.getMessage().lines().toList())
                    : fail(e.code(), e.getMessage());
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED;
        } catch (IOException e) {
            return fail(ExitCode.UNREACHABLE, "the cluster's file system failed: " + e.getMessage());
        } catch (PicocliException e) {
            return refuse(name, List.of(e.getMessage()));
        } catch (RuntimeException e) {
            e.printStackTrace();
            return fail(ExitCode.INTERNAL, "this is a fault in ydl: " + e);
        }
    }

    /** picocli names a flag by any of its spellings, and types by those of Java. */
    private static String inOurWords(Exception error, Map<String, String> places) {
        if (!(error instanceof ParameterException wrong && wrong.getArgSpec() instanceof OptionSpec option)) {
            return error.getMessage();
        }
        String said = wrong.getMessage();
        String reason = said.startsWith("Invalid value for")
                ? inSmallLetters(
                        said.substring(said.indexOf(": ") + 2).replace("is not an int", "is not a whole number"))
                : "expected " + option.paramLabel() + ", found '" + wrong.getValue() + "'";
        String flag = FlagNames.canonical(option);
        return places.getOrDefault(flag, "") + flag + ": " + reason;
    }

    /** Words to choose from, which picocli lists as Java has them. */
    private static String inSmallLetters(String reason) {
        int end = reason.indexOf("] (case-insensitive)");
        return end < 0
                ? reason
                : reason.substring(0, end).toLowerCase(Locale.ROOT)
                        + reason.substring(end).replace(" (case-insensitive)", "");
    }

    private ExitCode refuse(String command, List<String> problems) {
        screen.endPhases();
        if (problems.size() == 1) {
            screen.say("ydl-tf: " + problems.get(0));
        } else {
            screen.say("ydl-tf: " + problems.size() + " problems:");
            problems.forEach(problem -> screen.say("  " + problem));
        }
        screen.say("See " + command + " --help.");
        return ExitCode.BAD_COMMAND;
    }

    private ExitCode fail(ExitCode code, String message) {
        screen.endPhases();
        screen.say("ydl-tf: " + message);
        return code;
    }

    /** The version of the jar this runs from. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Ydl.class.getPackage().getImplementationVersion();
            return new String[] {"ydl " + (version == null ? "(not from a distribution)" : version)};
        }
    }
}
