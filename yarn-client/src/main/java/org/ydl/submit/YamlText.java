package org.ydl.submit;

import java.util.Collection;
import java.util.regex.Pattern;

/** Just enough YAML: keys, words and lists, quoted where another reading is possible. */
final class YamlText {
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9_./]([A-Za-z0-9_./:,=+$*@-]*[A-Za-z0-9_./,=+$*@-])?");

    private final StringBuilder text = new StringBuilder();
    private int depth;

    YamlText key(String key) {
        line(key + ":");
        return this;
    }

    /** What is written meanwhile belongs to the last key. */
    void in(Runnable inner) {
        depth++;
        inner.run();
        depth--;
    }

    void value(String key, Object value) {
        line(key + ": " + quoted(value.toString()));
    }

    void values(String key, Collection<String> values) {
        line(key + (values.isEmpty() ? ": []" : ":"));
        values.forEach(value -> line("  - " + quoted(value)));
    }

    void comment(String comment) {
        line("# " + comment);
    }

    private void line(String line) {
        text.append("  ".repeat(depth)).append(line).append('\n');
    }

    /** Single quotes keep all but themselves and line ends as they are. */
    private static String quoted(String value) {
        if (PLAIN.matcher(value).matches()) {
            return value;
        }
        boolean plainLine = value.chars().noneMatch(Character::isISOControl);
        return plainLine ? "'" + value.replace("'", "''") + "'" : escaped(value);
    }

    private static String escaped(String value) {
        StringBuilder escaped = new StringBuilder("\"");
        for (char c : value.toCharArray()) {
            switch (c) {
                case '"', '\\' -> escaped.append('\\').append(c);
                case '\n' -> escaped.append("\\n");
                case '\t' -> escaped.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        escaped.append(String.format("\\u%04x", (int) c));
                    } else {
                        escaped.append(c);
                    }
                }
            }
        }
        return escaped.append('"').toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
