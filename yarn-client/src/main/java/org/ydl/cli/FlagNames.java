package org.ydl.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ydl.localcluster.words.Spelling;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Reads flags as users write them: one dash or two, with {@code -}, {@code _} or nothing between words.
 *
 * <p>{@link #read} gives picocli the one spelling it knows, and finds out about flags that do not exist, with the
 * nearest one that does.
 */
final class FlagNames {
    private static final String END_OF_FLAGS = "--";

    private final Map<String, OptionSpec> known = new LinkedHashMap<>();
    private final int words;

    /**
     * A command line with known flags only, and what was wrong with the others.
     *
     * @param places where a flag was set that was not typed, by its one spelling
     */
    record Reading(List<String> arguments, List<String> problems, Map<String, String> places) {
        /** Whether a flag was given. */
        boolean has(OptionSpec option) {
            String flag = canonical(option);
            return flags().anyMatch(argument -> argument.equals(flag) || argument.startsWith(flag + "="));
        }

        /** The arguments up to {@code --}. */
        Stream<String> flags() {
            return arguments.stream().takeWhile(argument -> !argument.equals(END_OF_FLAGS));
        }

        /** The arguments from {@code --} on; none if that was not given. */
        Stream<String> words() {
            return arguments.stream().dropWhile(argument -> !argument.equals(END_OF_FLAGS));
        }
    }

    /** @param words how many words without a dash the command takes before {@code --} */
    FlagNames(CommandSpec command, int words) {
        this.words = words;
        for (OptionSpec option : command.options()) {
            for (String name : option.names()) {
                known.put(plain(name), option);
            }
        }
    }

    Reading read(List<String> arguments) {
        List<String> read = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        int seen = 0;
        int i = 0;
        while (i < arguments.size() && !arguments.get(i).equals(END_OF_FLAGS)) {
            String argument = arguments.get(i++);
            if (!isFlag(argument)) {
                if (++seen <= words) {
                    read.add(argument);
                } else {
                    problems.add("'" + argument + "' is not expected here"
                            + (words == 0 ? "; what is meant for the job comes after --" : ""));
                }
                continue;
            }
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            Optional<OptionSpec> option = find(name);
            if (option.isEmpty()) {
                problems.add(name + " is not a flag" + suggestion(name));
                if (equals < 0 && i < arguments.size() && !isFlag(arguments.get(i))) {
                    i++; // most likely its value
                }
            } else if (equals >= 0) {
                read.add(canonical(option.get()) + argument.substring(equals));
            } else if (option.get().arity().max() == 0) {
                read.add(canonical(option.get()));
            } else if (i == arguments.size() || arguments.get(i).equals(END_OF_FLAGS)) {
                problems.add(name + " needs a value");
            } else {
                read.add(canonical(option.get()) + "=" + arguments.get(i++)); // also one that begins with a dash
            }
        }
        read.addAll(arguments.subList(i, arguments.size()));
        return new Reading(read, problems, Map.of());
    }

    /** The flag of this name, in whatever spelling. */
    Optional<OptionSpec> find(String name) {
        return Optional.ofNullable(known.get(plain(name)));
    }

    /** The flag that was probably meant by a name that is none. */
    Optional<OptionSpec> nearest(String name) {
        return Spelling.nearest(plain(name), known.keySet()).map(known::get);
    }

    /** The one spelling of a flag that ydl itself uses: the first with two dashes. */
    static String canonical(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.startsWith(END_OF_FLAGS))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFlag(String argument) {
        return argument.startsWith("-") && argument.length() > 1;
    }

    private String suggestion(String name) {
        return nearest(name)
                .map(nearest -> "; did you mean " + canonical(nearest) + "?")
                .orElse("");
    }

    private static String plain(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }
}
