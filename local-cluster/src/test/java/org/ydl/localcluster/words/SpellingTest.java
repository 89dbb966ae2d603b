package org.ydl.localcluster.words;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SpellingTest {
    @Test
    void aLetterTooFewTooManyOrChangedIsForgiven() {
        List<String> known = List.of("up", "down", "status");

        assertEquals(Optional.of("status"), Spelling.nearest("staus", known));
        assertEquals(Optional.of("status"), Spelling.nearest("statuss", known));
        assertEquals(Optional.of("status"), Spelling.nearest("stetus", known));
    }

    @Test
    void twoLettersThatChangedPlacesAreForgivenEvenInAShortWord() {
        assertEquals(Optional.of("down"), Spelling.nearest("dwon", List.of("up", "down")));
    }

    @Test
    void aLongWordMayDifferInAThirdOfItsLetters() {
        List<String> known = List.of("worker-memory");

        assertEquals(Optional.of("worker-memory"), Spelling.nearest("wrkr-memry", known));
        assertEquals(Optional.empty(), Spelling.nearest("wrkr-mmry", known));
    }

    @Test
    void theNearestWins() {
        assertEquals(Optional.of("nodes"), Spelling.nearest("node", List.of("modes", "nodes")));
    }

    @Test
    void theFirstOfEquallyNearOnesWins() {
        assertEquals(Optional.of("cat"), Spelling.nearest("bat", List.of("cat", "hat")));
    }

    @Test
    void aShortWordIsNotMistakenForOneThatSharesNoLetter() {
        assertEquals(Optional.empty(), Spelling.nearest("ls", List.of("up", "down")));
        assertEquals(Optional.empty(), Spelling.nearest("", List.of("up")));
    }

    @Test
    void nothingIsNearWhenNothingIsKnown() {
        assertEquals(Optional.empty(), Spelling.nearest("up", List.of()));
    }
}
