package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class UnitsTest {
    @ParameterizedTest
    @CsvSource({"512, 512", "512m, 512", "2g, 2048", "2G, 2048", "1GiB, 1024", "3 gb, 3072"})
    void sizesAreReadInMebibytes(String text, int megabytes) {
        assertEquals(megabytes, new Units.Memory().convert(text));
    }

    @ParameterizedTest
    @CsvSource({"60, 60", "90s, 90", "5m, 300", "2h, 7200", "1d, 86400"})
    void timesAreReadWithTheirUnit(String text, long seconds) {
        assertEquals(Duration.ofSeconds(seconds), new Units.Time().convert(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", "1.5g", "-1g", "5x", "99999999999g", "999999999g"})
    void nonsenseIsRefusedWithAnExample(String text) {
        TypeConversionException refused =
                assertThrows(TypeConversionException.class, () -> new Units.Memory().convert(text));

        assertEquals("'" + text + "' is not a size such as 512m or 2g", refused.getMessage());
    }

    @Test
    void wrongUnitOfATimeIsRefused() {
        assertThrows(TypeConversionException.class, () -> new Units.Time().convert("5g"));
    }
}
