package org.ydl.request;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A Python source without what only looks like code: its code with comments and strings taken out, and the strings.
 *
 * @param code every string is left as an empty one
 * @param strings the contents of its string literals, as written
 */
record PythonText(String code, Set<String> strings) {
    private static final String TRIPLE = "\"\"\"";

    static PythonText of(String source) {
        StringBuilder code = new StringBuilder();
        Set<String> strings = new LinkedHashSet<>();
        int i = 0;
        while (i < source.length()) {
            char c = source.charAt(i);
            if (c == '#') {
                i = indexOr(source.indexOf('\n', i), source.length());
            } else if (c == '"' || c == '\'') {
                String quote = String.valueOf(c).repeat(isTripled(source, i) ? TRIPLE.length() : 1);
                int start = i + quote.length();
                int end = endOfString(source, start, quote);
                strings.add(source.substring(start, end));
                code.append(c).append(c);
                i = Math.min(end + quote.length(), source.length());
            } else {
                code.append(c);
                i++;
            }
        }
        return new PythonText(code.toString(), strings);
    }

    private static boolean isTripled(String source, int at) {
        String quote = String.valueOf(source.charAt(at)).repeat(TRIPLE.length());
        return source.startsWith(quote, at);
    }

    private static int endOfString(String source, int start, String quote) {
        int i = start;
        while (i < source.length() && !source.startsWith(quote, i)) {
            i += source.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i, source.length());
    }

    private static int indexOr(int index, int otherwise) {
        return index < 0 ? otherwise : index;
    }
}
