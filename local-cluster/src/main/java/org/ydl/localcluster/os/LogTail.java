package org.ydl.localcluster.os;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the end of a log for an error message.
 *
 * <p>Stateless, any thread.
 */
public final class LogTail {
    private static final int MAX_BYTES = 64 * 1024;

    private LogTail() {}

    /** The last lines of the file that are not blank; none if it cannot be read. */
    public static List<String> lastLines(Path log, int count) {
        List<String> lines = text(log).lines().filter(line -> !line.isBlank()).toList();
        return lines.subList(Math.max(0, lines.size() - count), lines.size());
    }

    /** The last 64 KiB of the file; empty if it cannot be read. */
    public static String text(Path log) {
        if (!Files.isRegularFile(log)) {
            return "";
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            int length = (int) Math.min(file.length(), MAX_BYTES);
            byte[] bytes = new byte[length];
            file.seek(file.length() - length);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
