package org.ydl.cli;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Points in time as users read them: this machine's, to the second. */
final class Times {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private Times() {}

    /** @param millis since 1970; 0 or less is unknown */
    static String text(long millis) {
        return millis > 0 ? FORMAT.format(Instant.ofEpochMilli(millis).atZone(ZoneId.systemDefault())) : "-";
    }
}
