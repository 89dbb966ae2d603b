package org.ydl.job;

import org.ydl.api.TaskId;

/** Who a message of a runner comes from: enough to tell a current runner from a stale one. */
public record RunnerId(String container, TaskId task, int attempt, int generation) {}
