package org.ydl.localcluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.ydl.localcluster.os.LogTail;

/**
 * Why a daemon did not start: which, its exit code, its log and the log's last lines.
 *
 * <p>Immutable. Made before the daemon is stopped, so that the quoted lines are the cause and not the end.
 */
record StartFailure(Daemon daemon, boolean portWasTaken, String message) {
    private static final int QUOTED_LINES = 12;
    private static final Pattern NOISE = Pattern.compile(
            "\\s+at \\S.*|\\s*\\.\\.\\. \\d+ more|/?\\*+/?|.*SHUTDOWN_MSG:.*|.*com\\.sun\\.jersey.*|INFO: .*");

    /** The daemon's process is gone; the exit code is unknown if another process had started it. */
    static StartFailure ended(ClusterHome home, Daemon daemon, OptionalInt exitCode) {
        String text = LogTail.text(home.logFile(daemon)) + LogTail.text(home.outputFile(daemon));
        boolean portWasTaken = text.contains("BindException") || text.contains("Address already in use");
        String code = exitCode.isPresent() ? Integer.toString(exitCode.getAsInt()) : "unknown";
        String what = "ended while the cluster was starting.\n  exit code   " + code;
        return new StartFailure(daemon, portWasTaken, message(home, daemon, what));
    }

    static StartFailure notReady(ClusterHome home, Daemon daemon, long seconds) {
        String what = "runs but is not ready after " + seconds + " s.";
        return new StartFailure(daemon, false, message(home, daemon, what));
    }

    private static String message(ClusterHome home, Daemon daemon, String what) {
        List<String> lines = new ArrayList<>();
        lines.add("The " + daemon + " of the local cluster " + what);
        lines.add("  log         " + home.logFile(daemon));
        quote(lines, "last lines", home.logFile(daemon));
        quote(lines, "its output", home.outputFile(daemon));
        lines.add("  try         remove the cause named above, then start again; ydl-cluster down clears what is left");
        return String.join("\n", lines);
    }

    private static void quote(List<String> lines, String title, Path log) {
        // Stack frames and the banner at the end would push the cause out of sight; the log has them.
        List<String> told = LogTail.lastLines(log, Integer.MAX_VALUE).stream()
                .filter(line -> !NOISE.matcher(line).matches())
                .toList();
        List<String> tail = told.subList(Math.max(0, told.size() - QUOTED_LINES), told.size());
        if (!tail.isEmpty()) {
            lines.add("  " + title);
            tail.forEach(line -> lines.add("    " + line));
        }
    }
}
