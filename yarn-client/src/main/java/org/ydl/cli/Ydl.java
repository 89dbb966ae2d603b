package org.ydl.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import org.ydl.api.ExitCode;
import org.ydl.submit.YdlException;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.PicocliException;

/** {@code ydl-tf}: reads the command line, runs what it asks for, and ends with one of {@link ExitCode}. */
public final class Ydl {
    private static final long SECOND_MS = 1_000;

    private final Screen screen;

    private Ydl(Screen screen) {
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
        Screen screen = new Screen(System.out, System.err, terminal);
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

    private ExitCode run(List<String> args) {
        Optional<Action> sub = args.stream().findFirst().flatMap(Ydl::subcommand);
        Action action = sub.orElseGet(RunCommand::new);
        CommandLine command = commandLine(action);
        FlagNames.Reading reading = new FlagNames(command.getCommandSpec(), action.words())
                .read(sub.isPresent() ? args.subList(1, args.size()) : args);
        try {
            command.getCommandSpec().parser().collectErrors(true);
            ParseResult parsed = command.parseArgs(reading.arguments().toArray(String[]::new));
            if (args.isEmpty() || parsed.isUsageHelpRequested()) {
                command.usage(System.out);
                return args.isEmpty() ? ExitCode.BAD_COMMAND : ExitCode.SUCCEEDED;
            }
            if (parsed.isVersionHelpRequested()) {
                command.printVersionHelp(System.out);
                return ExitCode.SUCCEEDED;
            }
            List<String> problems = new ArrayList<>(reading.problems());
            parsed.errors().forEach(error -> problems.add(inOurWords(error)));
            problems.addAll(action.problems());
            return problems.isEmpty() ? action.run(screen) : refuse(problems);
        } catch (YdlException e) {
            return e.code() == ExitCode.BAD_COMMAND
                    ? refuse(e.getMessage().lines().toList())
                    : fail(e.code(), e.getMessage());
        } catch (InterruptedException e) {
            return ExitCode.INTERRUPTED;
        } catch (IOException e) {
            return fail(ExitCode.UNREACHABLE, "the cluster's file system failed: " + e.getMessage());
        } catch (PicocliException e) {
            return refuse(List.of(e.getMessage()));
        } catch (RuntimeException e) {
            e.printStackTrace();
            return fail(ExitCode.INTERNAL, "this is a fault in ydl: " + e);
        }
    }

    /** A command with all of its flags. */
    static CommandLine commandLine(Action action) {
        CommandLine command = new CommandLine(action).setCaseInsensitiveEnumValuesAllowed(true);
        action.declare(command.getCommandSpec());
        return command;
    }

    /** picocli names a flag by any of its spellings, and types by those of Java. */
    private static String inOurWords(Exception error) {
        if (!(error instanceof ParameterException wrong && wrong.getArgSpec() instanceof OptionSpec option)) {
            return error.getMessage();
        }
        String said = wrong.getMessage();
        String reason = said.startsWith("Invalid value for")
                ? said.substring(said.indexOf(": ") + 2).replace("is not an int", "is not a whole number")
                : "expected " + option.paramLabel() + ", found '" + wrong.getValue() + "'";
        return FlagNames.canonical(option) + ": " + reason;
    }

    private static Optional<Action> subcommand(String name) {
        return switch (name) {
            case "cluster" -> Optional.of(new ClusterSpecCommand());
            case "kill" -> Optional.of(new KillCommand());
            default -> Optional.empty();
        };
    }

    private ExitCode refuse(List<String> problems) {
        screen.endPhases();
        if (problems.size() == 1) {
            screen.say("ydl-tf: " + problems.get(0));
        } else {
            screen.say("ydl-tf: " + problems.size() + " problems:");
            problems.forEach(problem -> screen.say("  " + problem));
        }
        screen.say("See ydl-tf --help.");
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
