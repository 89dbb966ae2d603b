package org.ydl.localcluster;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What was asked of {@code ydl-cluster} on its command line.
 *
 * <p>Immutable.
 */
record ClusterArguments(Command command, Path home, OptionalInt nodes, OptionalInt memoryMb, boolean purge) {

    enum Command {
        UP,
        DOWN,
        STATUS,
        HELP
    }

    /** The command line cannot be understood; the message says why in one line. */
    static final class UsageException extends Exception {
        UsageException(String message) {
            super(message);
        }
    }

    private static final List<String> COMMANDS = List.of("up", "down", "status", "help");
    private static final List<String> VALUE_FLAGS = List.of("--home", "--nodes", "--memory");
    private static final List<String> FLAGS = List.of("--home", "--nodes", "--memory", "--purge", "--help");

    static ClusterArguments parse(List<String> words, Path standardHome) throws UsageException {
        Map<String, String> flags = new HashMap<>();
        Optional<String> command = Optional.empty();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i).equals("-h") ? "--help" : words.get(i);
            String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (!word.startsWith("-")) {
                command = Optional.of(command(word, command));
            } else if (!FLAGS.contains(name)) {
                throw new UsageException("Unknown option " + name + nearest(name, FLAGS));
            } else if (!VALUE_FLAGS.contains(name)) {
                flags.put(name, "");
            } else if (word.contains("=")) {
                flags.put(name, word.substring(name.length() + 1));
            } else if (i + 1 < words.size()) {
                flags.put(name, words.get(++i));
            } else {
                throw new UsageException(name + " needs a value. ydl-cluster --help shows how.");
            }
        }
        return of(command, flags, standardHome);
    }

    private static ClusterArguments of(Optional<String> command, Map<String, String> flags, Path standardHome)
            throws UsageException {
        if (command.isEmpty() && !flags.containsKey("--help")) {
            throw new UsageException("Say what to do: ydl-cluster up, down or status. ydl-cluster --help tells more.");
        }
        Command chosen = flags.containsKey("--help")
                ? Command.HELP
                : Command.valueOf(command.get().toUpperCase(Locale.ROOT));
        requireOnlyFor(Command.UP, chosen, flags, "--nodes");
        requireOnlyFor(Command.UP, chosen, flags, "--memory");
        requireOnlyFor(Command.DOWN, chosen, flags, "--purge");
        return new ClusterArguments(
                chosen,
                flags.containsKey("--home") ? Path.of(flags.get("--home")) : standardHome,
                number(flags, "--nodes"),
                number(flags, "--memory"),
                flags.containsKey("--purge"));
    }

    private static String command(String word, Optional<String> former) throws UsageException {
        if (!COMMANDS.contains(word)) {
            throw new UsageException("Unknown command " + word + nearest(word, COMMANDS));
        }
        if (former.isPresent()) {
            throw new UsageException("Both " + former.get() + " and " + word + " are given: choose one command.");
        }
        return word;
    }

    private static void requireOnlyFor(Command only, Command chosen, Map<String, String> flags, String flag)
            throws UsageException {
        if (flags.containsKey(flag) && chosen != only && chosen != Command.HELP) {
            throw new UsageException(flag + " goes with " + only.name().toLowerCase(Locale.ROOT) + ", not with "
                    + chosen.name().toLowerCase(Locale.ROOT) + ".");
        }
    }

    private static OptionalInt number(Map<String, String> flags, String flag) throws UsageException {
        if (!flags.containsKey(flag)) {
            return OptionalInt.empty();
        }
        try {
            return OptionalInt.of(Integer.parseInt(flags.get(flag)));
        } catch (NumberFormatException e) {
            throw new UsageException(flag + " should be a whole number, found '" + flags.get(flag) + "'.");
        }
    }

    private static String nearest(String word, Collection<String> known) {
        String best = known.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .orElseThrow();
        return distance(word, best) <= 3
                ? ". Did you mean " + best + "?"
                : ". Known are " + String.join(", ", known) + ".";
    }

    /** How many letters must be added, dropped or changed to make one word the other. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int change = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
