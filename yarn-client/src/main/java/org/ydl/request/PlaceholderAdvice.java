package org.ydl.request;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ydl.api.Placeholder;
import org.ydl.localcluster.words.Spelling;

/** What to say about a braced word that stands for nothing. */
final class PlaceholderAdvice {
    private static final List<String> KNOWN =
            Arrays.stream(Placeholder.values()).map(Placeholder::text).toList();

    private PlaceholderAdvice() {}

    static String unknown(String word) {
        return word + " is no placeholder; "
                + Spelling.nearest(word, KNOWN)
                        .map(nearest -> "did you mean " + nearest + "?")
                        .orElseGet(() -> "there are " + KNOWN.stream().collect(Collectors.joining(" ")))
                + " Written {" + word + "} it reaches the program as it is";
    }
}
