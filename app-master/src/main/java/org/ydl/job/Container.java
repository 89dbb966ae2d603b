package org.ydl.job;

/** A place to run one task, given by the cluster. */
public record Container(String id, String host) {}
