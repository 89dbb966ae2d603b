package org.ydl.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/** The check of an application id that a user typed. */
final class ApplicationIds {
    private static final String EXAMPLE = "application_1700000000000_0001";

    private ApplicationIds() {}

    /** What is wrong with the id, and with where its cluster is said to be. */
    static List<String> problems(String flag, String id, HadoopFlags hadoop) {
        List<String> problems = new ArrayList<>();
        if (id == null) {
            problems.add(flag + " is missing: name the application, as " + EXAMPLE);
        } else if (!isApplicationId(id)) {
            problems.add("'" + id + "' is no application id; expected one as " + EXAMPLE);
        }
        problems.addAll(hadoop.problems());
        return problems;
    }

    private static boolean isApplicationId(String id) {
        try {
            ApplicationId.fromString(id);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
