package org.ydl.localcluster;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntFunction;
import org.ydl.localcluster.words.Spelling;

/**
 * What was asked of {@code ydl-cluster} on its command line.
 *
 * <p>Immutable.
 */
record ClusterArguments(
        Command command,
        Path home,
        OptionalInt nodes,
        OptionalInt memoryMb,
        Map<String, String> settings,
        boolean purge) {

    enum Command {
        UP,
        DOWN,
        STATUS,
        HELP;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The command line cannot be followed; each problem is one line. */
    static final class UsageException extends Exception {
        private final List<String> problems;

        UsageException(List<String> problems) {
            super(String.join("\n", problems));
            this.problems = List.copyOf(problems);
        }

        List<String> problems() {
            return problems;
        }
    }

    private static final List<String> COMMANDS = List.of("up", "down", "status", "help");
    private static final List<String> VALUE_FLAGS = List.of("--home", "--nodes", "--memory", "--set");
    private static final List<String> FLAGS = List.of("--home", "--nodes", "--memory", "--set", "--purge", "--help");

    static ClusterArguments parse(List<String> words, Path standardHome) throws UsageException {
        return new Reading(words).arguments(standardHome);
    }

    /** One command line: first its words, then what they mean together. Gathers all that is wrong with it. */
    private static final class Reading {
        private final Deque<String> words;
        private final Set<String> commands = new LinkedHashSet<>();
        private final Map<String, String> flags = new HashMap<>();
        private final Map<String, String> settings = new LinkedHashMap<>();
        private final List<String> problems = new ArrayList<>();

        Reading(List<String> words) {
            this.words = new ArrayDeque<>(words);
            while (!this.words.isEmpty()) {
                String word = this.words.remove();
                if (isFlag(word)) {
                    readFlag(word);
                } else {
                    readCommand(word);
                }
            }
        }

        private void readCommand(String word) {
            commands.add(word);
            if (!COMMANDS.contains(word)) {
                problems.add("Unknown command " + word + ". " + suggestion(word, COMMANDS));
            }
        }

        private void readFlag(String word) {
            String name = flagName(word);
            Optional<String> value =
                    word.contains("=") ? Optional.of(word.substring(word.indexOf('=') + 1)) : Optional.empty();
            if (!FLAGS.contains(name)) {
                problems.add("Unknown option " + name + ". " + suggestion(name, FLAGS));
                if (value.isEmpty() && !words.isEmpty() && !isFlag(words.peek()) && !COMMANDS.contains(words.peek())) {
                    words.remove(); // most likely its value
                }
            } else if (VALUE_FLAGS.contains(name)) {
                readValue(name, value);
            } else {
                flags.put(name, "");
                value.ifPresent(any -> problems.add(name + " takes no value, found '" + any + "'."));
            }
        }

        private void readValue(String name, Optional<String> attached) {
            String value = attached.orElseGet(
                    () -> words.isEmpty() || FLAGS.contains(flagName(words.peek())) ? "" : words.remove());
            if (value.isBlank()) {
                problems.add(name + " needs a value.");
            } else {
                flags.put(name, value);
                if (name.equals("--set")) {
                    readSetting(value);
                }
            }
        }

        private void readSetting(String setting) {
            int end = setting.indexOf('=');
            if (end < 1) {
                problems.add("--set should be KEY=VALUE, found '" + setting + "'.");
            } else {
                settings.put(setting.substring(0, end).trim(), setting.substring(end + 1));
            }
        }

        private static boolean isFlag(String word) {
            return word.startsWith("-");
        }

        private static String flagName(String word) {
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            return name.equals("-h") ? "--help" : name;
        }

        private static String suggestion(String word, List<String> known) {
            return Spelling.nearest(word, known)
                    .map(nearest -> "Did you mean " + nearest + "?")
                    .orElse("Known are " + String.join(", ", known) + ".");
        }

        ClusterArguments arguments(Path standardHome) throws UsageException {
            if (flags.containsKey("--help") || commands.contains("help")) {
                return new ClusterArguments(
                        Command.HELP, standardHome, OptionalInt.empty(), OptionalInt.empty(), Map.of(), false);
            }
            Optional<Command> command = command();
            requireOnlyFor(Command.UP, command, "--nodes");
            requireOnlyFor(Command.UP, command, "--memory");
            requireOnlyFor(Command.UP, command, "--set");
            requireOnlyFor(Command.DOWN, command, "--purge");
            Path home = flags.containsKey("--home") ? Path.of(flags.get("--home")) : standardHome;
            ClusterHome.problemWith(home).ifPresent(problems::add);
            OptionalInt nodes = number("--nodes", ClusterSize::problemWithNodes);
            OptionalInt memoryMb = number("--memory", ClusterSize::problemWithMemory);
            if (!problems.isEmpty()) {
                throw new UsageException(problems);
            }
            return new ClusterArguments(
                    command.orElseThrow(), home, nodes, memoryMb, settings, flags.containsKey("--purge"));
        }

        /** The command, if it is clear which; if not, that is among the problems. */
        private Optional<Command> command() {
            if (commands.isEmpty()) {
                problems.add("Say what to do: ydl-cluster up, down or status.");
            }
            List<String> known = commands.stream().filter(COMMANDS::contains).toList();
            if (known.size() > 1) {
                problems.add(String.join(" and ", known) + " are given: choose one command.");
            }
            return known.size() == 1
                    ? Optional.of(Command.valueOf(known.get(0).toUpperCase(Locale.ROOT)))
                    : Optional.empty();
        }

        private void requireOnlyFor(Command only, Optional<Command> chosen, String flag) {
            if (flags.containsKey(flag) && chosen.isPresent() && chosen.get() != only) {
                problems.add(flag + " goes with " + only.word() + ", not with "
                        + chosen.get().word() + ".");
            }
        }

        private OptionalInt number(String flag, IntFunction<Optional<String>> problem) {
            if (!flags.containsKey(flag)) {
                return OptionalInt.empty();
            }
            try {
                int number = Integer.parseInt(flags.get(flag));
                problem.apply(number).ifPresent(problems::add);
                return OptionalInt.of(number);
            } catch (NumberFormatException e) {
                problems.add(flag + " should be a whole number, found '" + flags.get(flag) + "'.");
                return OptionalInt.empty();
            }
        }
    }
}
