package org.ydl.localcluster.words;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Finds the word that was probably meant.
 *
 * <p>Stateless, any thread.
 */
public final class Spelling {
    private static final int EDITS_IN_ANY_WORD = 2;
    private static final int LETTERS_PER_EDIT = 3;

    private Spelling() {}

    /**
     * The known word with the fewest letters to insert, delete or change, if these are at most two or a third of the
     * wrong word, and not all of it. Of several words that are equally near, the first.
     */
    public static Optional<String> nearest(String wrong, Collection<String> known) {
        int limit = Math.max(EDITS_IN_ANY_WORD, wrong.length() / LETTERS_PER_EDIT);
        return known.stream()
                .filter(word -> edits(wrong, word) <= limit)
                .filter(word -> edits(wrong, word) < Math.max(wrong.length(), word.length()))
                .min(Comparator.comparingInt(word -> edits(wrong, word)));
    }

    /** The Levenshtein distance, one row of its table at a time. */
    private static int edits(String from, String to) {
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
