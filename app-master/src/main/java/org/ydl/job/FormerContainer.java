package org.ydl.job;

/**
 * A container that a task has left: what it wrote there can still be read.
 *
 * @param firstAttempt the first start of the task that it saw
 * @param lastAttempt the last one: a program that runs again where it is makes another
 */
public record FormerContainer(Container container, int firstAttempt, int lastAttempt) {}
