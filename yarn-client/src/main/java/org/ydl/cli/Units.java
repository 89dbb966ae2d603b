package org.ydl.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes and times as users write them: {@code 2g}, {@code 512m}, {@code 90s}, {@code 1h}. */
final class Units {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,9})\\s*([a-z]*)");

    private Units() {}

    /** Memory in MiB. */
    static final class Memory implements ITypeConverter<Integer> {
        private static final String EXPECTED = "a size such as 512m or 2g";

        @Override
        public Integer convert(String text) {
            Matcher matcher = match(text, EXPECTED);
            int number = Integer.parseInt(matcher.group(1));
            int unit =
                    switch (matcher.group(2)) {
                        case "", "m", "mb", "mib" -> 1;
                        case "g", "gb", "gib" -> 1024;
                        default -> throw wrong(text, EXPECTED);
                    };
            if (number > Integer.MAX_VALUE / unit) {
                throw wrong(text, EXPECTED);
            }
            return number * unit;
        }
    }

    static final class Time implements ITypeConverter<Duration> {
        private static final String EXPECTED = "a time such as 90s, 5m or 2h";

        @Override
        public Duration convert(String text) {
            Matcher matcher = match(text, EXPECTED);
            int number = Integer.parseInt(matcher.group(1));
            return switch (matcher.group(2)) {
                case "", "s" -> Duration.ofSeconds(number);
                case "m", "min" -> Duration.ofMinutes(number);
                case "h" -> Duration.ofHours(number);
                case "d" -> Duration.ofDays(number);
                default -> throw wrong(text, EXPECTED);
            };
        }
    }

    private static Matcher match(String text, String expected) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw wrong(text, expected);
        }
        return matcher;
    }

    private static TypeConversionException wrong(String text, String expected) {
        return new TypeConversionException("'" + text + "' is not " + expected);
    }
}
