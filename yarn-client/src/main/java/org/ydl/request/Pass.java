package org.ydl.request;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.ydl.api.Placeholder;

/** Which arguments tell the program its place, beside {@code TF_CONFIG} and the variables, which always do. */
public enum Pass {
    /** What the program mentions. */
    AUTO,
    /** {@code --ps h:p,… --wk h:p,…}, as TensorFlow on YARN called its jobs. */
    TOY,
    /** {@code --ps_hosts --worker_hosts --job_name --task_index}, as most templates have it. */
    HOSTS,
    NONE;

    private static final Map<String, Placeholder> TOY_FLAGS =
            flags("ps", Placeholder.PS_HOSTS, "wk", Placeholder.WORKER_HOSTS);
    private static final Map<String, Placeholder> HOSTS_FLAGS = flags(
            "ps_hosts", Placeholder.PS_HOSTS,
            "worker_hosts", Placeholder.WORKER_HOSTS,
            "job_name", Placeholder.JOB_NAME,
            "task_index", Placeholder.TASK_INDEX);

    /**
     * The arguments to add, and why if ydl chose them.
     *
     * @param words what follows the program's name, in which a placeholder is never left to repeat
     */
    record Choice(List<String> words, Optional<String> reason) {}

    Choice choose(Optional<ScriptReading> reading, List<String> given) {
        return switch (this) {
            case TOY -> new Choice(words(TOY_FLAGS, given, TOY_FLAGS.keySet()), Optional.empty());
            case HOSTS -> new Choice(words(HOSTS_FLAGS, given, HOSTS_FLAGS.keySet()), Optional.empty());
            case NONE -> new Choice(List.of(), Optional.empty());
            case AUTO ->
                given.stream().anyMatch(Pass::tellsPlace)
                        ? new Choice(List.of(), Optional.empty())
                        : reading.map(read -> mentioned(read, given))
                                .orElseGet(() -> new Choice(List.of(), Optional.empty()));
        };
    }

    /** Whether a word tells the program its place: then the user has seen to it. */
    private static boolean tellsPlace(String word) {
        return Stream.concat(HOSTS_FLAGS.values().stream(), TOY_FLAGS.values().stream())
                .map(Placeholder::text)
                .anyMatch(word::contains);
    }

    private static Choice mentioned(ScriptReading reading, List<String> given) {
        if (reading.mentionsFlag("ps_hosts") || reading.mentionsFlag("worker_hosts")) {
            return because(reading, words(HOSTS_FLAGS, given, reading.mentioned(HOSTS_FLAGS.keySet())));
        }
        if (reading.mentionsFlag("wk")) {
            return because(reading, words(TOY_FLAGS, given, TOY_FLAGS.keySet()));
        }
        return new Choice(List.of(), Optional.empty());
    }

    private static Choice because(ScriptReading reading, List<String> words) {
        List<String> flags =
                words.stream().filter(word -> word.startsWith("--")).toList();
        return new Choice(
                words,
                flags.isEmpty()
                        ? Optional.empty()
                        : Optional.of("passing " + String.join(" ", flags) + ": " + reading.name() + " mentions them"));
    }

    /** The user's own value of a flag stays the only one. */
    private static List<String> words(Map<String, Placeholder> known, List<String> given, Iterable<String> wanted) {
        List<String> words = new ArrayList<>();
        for (String flag : wanted) {
            String dashed = "--" + flag;
            if (given.stream().noneMatch(word -> word.equals(dashed) || word.startsWith(dashed + "="))) {
                words.add(dashed);
                words.add(known.get(flag).text());
            }
        }
        return words;
    }

    private static Map<String, Placeholder> flags(Object... pairs) {
        Map<String, Placeholder> flags = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            flags.put((String) pairs[i], (Placeholder) pairs[i + 1]);
        }
        return flags;
    }
}
