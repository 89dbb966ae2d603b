package org.ydl.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The application that a command is about, and the cluster it is on. */
final class ChosenApplication {
    private static final String EXAMPLE = "application_1700000000000_0001";

    @Parameters(arity = "0..1", paramLabel = "ID", description = "the YARN application")
    private String id;

    @Option(
            names = {"--app-id", "--application"},
            paramLabel = "ID",
            description = "the same as a flag")
    private String flag;

    @Mixin
    private HadoopFlags hadoop;

    /** What is wrong with the id, and with where its cluster is said to be. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (id == null && flag == null) {
            problems.add("the application's id is missing: name it, as " + EXAMPLE);
        } else if (id != null && flag != null) {
            problems.add("name one application: " + id + " or " + flag);
        } else if (!isApplicationId(text())) {
            problems.add("'" + text() + "' is no application id; expected one as " + EXAMPLE);
        }
        problems.addAll(hadoop.problems());
        return problems;
    }

    /** Only if there are no {@link #problems}. */
    ApplicationId id() {
        return ApplicationId.fromString(text());
    }

    HadoopFlags hadoop() {
        return hadoop;
    }

    private String text() {
        return id != null ? id : flag;
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
