package org.ydl.api;

/** How many tasks a role has and what each of their containers gets. */
public record RoleSpec(int count, int memoryMb, int vcores) {}
