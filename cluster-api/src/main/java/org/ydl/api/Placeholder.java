package org.ydl.api;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A word in braces that stands for something only known once the cluster is: {@code {ps_hosts}}.
 *
 * <p>Doubled braces, <code>{{ps_hosts}}</code>, are the braced word itself. Braces around anything but lower-case letters
 * and underscores, and those of a shell's <code>${name}</code>, mean nothing here.
 */
public enum Placeholder {
    PS_HOSTS,
    WORKER_HOSTS,
    CHIEF_HOSTS,
    JOB_NAME,
    TASK_INDEX,
    NUM_WORKERS,
    NUM_PS,
    APP_ID;

    private static final Pattern BRACED = Pattern.compile("(?<!\\$)(\\{\\{[a-z_]+}}|(?<!\\{)\\{[a-z_]+})");

    /** As it is written, braces included. */
    public String text() {
        return "{" + name().toLowerCase(Locale.ROOT) + "}";
    }

    /** The braced words of a text that are no placeholder. */
    public static List<String> unknown(String text) {
        return BRACED.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(word -> !isEscaped(word) && named(word).isEmpty())
                .toList();
    }

    /** The text with every placeholder replaced. */
    public static String fill(String text, Function<Placeholder, String> value) {
        return BRACED.matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        isEscaped(match.group())
                                ? match.group().substring(1, match.group().length() - 1)
                                : named(match.group()).map(value).orElse(match.group())));
    }

    /** Whether a text holds any of these. */
    public static boolean isIn(String text) {
        return BRACED.matcher(text).results().anyMatch(match -> named(match.group())
                .isPresent());
    }

    private static Optional<Placeholder> named(String word) {
        return Arrays.stream(values())
                .filter(known -> known.text().equals(word))
                .findFirst();
    }

    private static boolean isEscaped(String word) {
        return word.startsWith("{{");
    }
}
