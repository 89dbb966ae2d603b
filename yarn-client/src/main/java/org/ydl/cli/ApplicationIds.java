package org.ydl.cli;

import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** The check of an application id that a user typed. */
final class ApplicationIds {
    private ApplicationIds() {}

    static List<String> problems(String flag, String id) {
        if (id == null) {
            return List.of(flag + " is missing: name the application, as application_1700000000000_0001");
        }
        try {
            ApplicationId.fromString(id);
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of("'" + id + "' is no application id; expected one as application_1700000000000_0001");
        }
    }
}
