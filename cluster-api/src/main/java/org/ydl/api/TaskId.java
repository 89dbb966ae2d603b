package org.ydl.api;

import java.util.Comparator;

/** One task of a job, written {@code worker:1}. A replacement keeps the id of the task it replaces. */
public record TaskId(Role role, int index) implements Comparable<TaskId> {
    private static final Comparator<TaskId> ORDER =
            Comparator.comparing(TaskId::role).thenComparingInt(TaskId::index);

    public TaskId {
        if (index < 0) {
            throw new IllegalArgumentException("task index " + index + " of " + role.label() + " is negative");
        }
    }

    /** Reads {@code worker:1}. */
    public static TaskId parse(String text) {
        int colon = text.indexOf(':');
        try {
            Role role = Role.named(text.substring(0, Math.max(colon, 0))).orElseThrow();
            return new TaskId(role, Integer.parseInt(text.substring(colon + 1)));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("'" + text + "' is no task; expected a role and an index: worker:1", e);
        }
    }

    public static TaskId from(org.ydl.api.v1.TaskId message) {
        return parse(message.getRole() + ":" + message.getIndex());
    }

    public org.ydl.api.v1.TaskId toMessage() {
        return org.ydl.api.v1.TaskId.newBuilder()
                .setRole(role.label())
                .setIndex(index)
                .build();
    }

    @Override
    public int compareTo(TaskId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return role.label() + ":" + index;
    }
}
