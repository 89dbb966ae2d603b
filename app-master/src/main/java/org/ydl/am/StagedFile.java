package org.ydl.am;

/**
 * A file on the cluster's file system that is to appear in a container's working directory.
 *
 * @param link its name there
 * @param size and {@code timestamp} are what YARN checks it against
 * @param archive whether it is unpacked, into a directory of that name
 */
public record StagedFile(String link, String uri, long size, long timestamp, boolean archive) {}
