package org.ydl.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ydl.api.TaskId;
import org.ydl.api.v1.WatchJobRequest;

/**
 * Whose output a client is shown: what {@code --logs} asks for.
 *
 * @param tasks those named one by one; only of {@link Kind#NAMED}
 */
public record OutputChoice(Kind kind, List<TaskId> tasks) {
    /** What is shown by default: the task that leads. */
    public static final OutputChoice CHIEF = new OutputChoice(Kind.CHIEF, List.of());

    public static final OutputChoice ALL = new OutputChoice(Kind.ALL, List.of());
    public static final OutputChoice NONE = new OutputChoice(Kind.NONE, List.of());

    /** The ways to choose. */
    public enum Kind {
        CHIEF,
        ALL,
        NONE,
        NAMED
    }

    public OutputChoice {
        tasks = List.copyOf(tasks);
    }

    /**
     * Reads {@code chief}, {@code all}, {@code none} or a list such as {@code worker:1,ps:0}.
     *
     * @throws IllegalArgumentException with everything that is wrong, in words for the user
     */
    public static OutputChoice parse(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "chief" -> CHIEF;
            case "all" -> ALL;
            case "none" -> NONE;
            default -> named(text);
        };
    }

    private static OutputChoice named(String text) {
        List<TaskId> tasks = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            try {
                tasks.add(TaskId.parse(word.strip().toLowerCase(Locale.ROOT)));
            } catch (IllegalArgumentException e) {
                wrong.add("'" + word.strip() + "'");
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join(", ", wrong) + (wrong.size() == 1 ? " is" : " are")
                    + " none of chief, all, none, or tasks such as worker:1,ps:0");
        }
        return new OutputChoice(Kind.NAMED, tasks.stream().distinct().sorted().toList());
    }

    /** Whether lines of more than one task may come, so that each has to say whose it is. */
    public boolean mayShowSeveral() {
        return switch (kind) {
            case CHIEF, NONE -> false;
            case ALL -> true;
            case NAMED -> tasks.size() > 1;
        };
    }

    /** Asks the application master for it. */
    public WatchJobRequest request() {
        return WatchJobRequest.newBuilder()
                .setOutputOfChief(kind == Kind.CHIEF)
                .setOutputOfAll(kind == Kind.ALL)
                .addAllOutputOf(tasks.stream().map(TaskId::toMessage).toList())
                .build();
    }
}
