package org.ydl.cli;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.ydl.localcluster.words.Spelling;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The table of what {@code ydl-tf} can do. Without the name of a command it runs a job. */
final class Commands {
    /** Runs a job from a file; the one command that is read in another way than the rest. */
    static final String RUN = "run";

    private static final String PROGRAM = "ydl-tf";
    private static final int HELP_WIDTH = 110;

    /** Spellings of others that are not shown. */
    private static final Map<String, Supplier<Ydl.Action>> ALIASES = Map.of("application", ListCommand::new);

    /** In the order of the help. */
    private static final Map<String, Supplier<Ydl.Action>> TABLE = table();

    private Commands() {}

    private static Map<String, Supplier<Ydl.Action>> table() {
        Map<String, Supplier<Ydl.Action>> table = new LinkedHashMap<>();
        table.put(RUN, RunCommand::new);
        table.put("launch", LaunchCommand::new);
        table.put("list", ListCommand::new);
        table.put("status", StatusCommand::new);
        table.put("attach", AttachCommand::new);
        table.put("wait", WaitCommand::new);
        table.put("logs", LogsCommand::new);
        table.put("cluster", ClusterSpecCommand::new);
        table.put("kill", KillCommand::new);
        table.put("doctor", DoctorCommand::new);
        table.put("completion", CompletionCommand::new);
        return Collections.unmodifiableMap(table);
    }

    /** The command of this name. */
    static Optional<Ydl.Action> named(String name) {
        return Optional.ofNullable(TABLE.getOrDefault(name, ALIASES.get(name))).map(Supplier::get);
    }

    /** The one that was probably meant. */
    static Optional<String> nearest(String name) {
        return Spelling.nearest(name, TABLE.keySet());
    }

    /** What runs if no command is named. */
    static Ydl.Action standard() {
        return new RunCommand();
    }

    /** One command by itself, ready to parse its flags. */
    static CommandLine commandLine(Ydl.Action action) {
        CommandLine command = new CommandLine(action).setCaseInsensitiveEnumValuesAllowed(true);
        action.declare(command.getCommandSpec());
        command.getCommandSpec().versionProvider(new Ydl.Version());
        command.getCommandSpec().parser().collectErrors(true);
        command.setUsageHelpWidth(HELP_WIDTH);
        command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, new FlagSections(false));
        return command;
    }

    /** Whether somebody asks what there is. */
    static boolean asksForOverview(List<String> args) {
        return args.size() == 1 && Set.of("--help", "-h", "-help", "help").contains(args.get(0));
    }

    /** What there is, on one screen. */
    static CommandLine overview() {
        CommandLine overview = commandLine(new Overview());
        TABLE.forEach((name, action) -> overview.addSubcommand(name, commandLine(action.get())));
        return overview;
    }

    /** All of them, for completion. It is not parsed with: a job's arguments may be named like a command. */
    static CommandLine whole() {
        CommandLine whole = commandLine(standard());
        whole.setCommandName(PROGRAM);
        TABLE.forEach((name, action) -> whole.addSubcommand(name, commandLine(action.get())));
        return whole;
    }
}
