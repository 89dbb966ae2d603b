package org.ydl.localcluster.python;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Installs the locked packages into an environment and tells how far it is.
 *
 * <p>Used once, by one thread.
 */
final class PipInstall {
    private static final Pattern COLLECTING = Pattern.compile("\\s*Collecting ([^=\\s]+)==(\\S+).*");
    /** A package that only other versions of Python need. */
    private static final Pattern IGNORING = Pattern.compile("Ignoring \\S+: markers .*");

    private static final Pattern DOWNLOADING =
            Pattern.compile("\\s*Downloading (\\S+?)-\\d\\S* \\((\\d+\\.\\d+ [MG]B)\\).*");
    private static final int QUOTED_LINES = 12;

    private final Path python;
    private final Consumer<String> progress;
    private final long beginning = System.nanoTime();
    private int needed;
    private int collected;

    PipInstall(Path python, LockedPackages packages, Consumer<String> progress) {
        this.python = python;
        this.needed = packages.count();
        this.progress = progress;
    }

    void run(Path lockFile, Duration limit) throws IOException, InterruptedException {
        // The lock names every package, so nothing needs to be resolved; wheels only, so nothing is compiled.
        Captured pip = Captured.run(
                List.of(
                        python.toString(),
                        "-I",
                        "-m",
                        "pip",
                        "install",
                        "--no-deps",
                        "--only-binary",
                        ":all:",
                        "--no-input",
                        "--progress-bar",
                        "off",
                        "--disable-pip-version-check",
                        "-r",
                        lockFile.toString()),
                limit,
                this::report);
        if (!pip.succeeded()) {
            throw new PythonException(message(pip, limit));
        }
        progress.accept("the Python environment is ready after " + elapsed());
    }

    void report(String line) {
        Matcher collecting = COLLECTING.matcher(line);
        Matcher downloading = DOWNLOADING.matcher(line);
        if (collecting.matches()) {
            collected++;
            progress.accept("collecting " + collecting.group(1) + " " + collecting.group(2) + " (" + collected + " of "
                    + needed + ", " + elapsed() + ")");
        } else if (IGNORING.matcher(line).matches()) {
            needed--;
        } else if (downloading.matches()) {
            progress.accept("  downloading " + downloading.group(2));
        } else if (line.startsWith("Installing collected packages")) {
            progress.accept("installing (" + elapsed() + ")");
        } else if (line.contains("Retrying")) {
            progress.accept("  the package index does not answer; pip tries again (" + elapsed() + ")");
        }
    }

    private static String message(Captured pip, Duration limit) {
        String ending = pip.exitCode() == Captured.TIMED_OUT
                ? "was ended after " + limit.toMinutes() + " minutes"
                : "ended with exit code " + pip.exitCode();
        return "Cannot install TensorFlow for Python: pip " + ending + ".\n  last lines\n" + pip.quoted(QUOTED_LINES)
                + "\n  try         " + remedy(pip)
                + "\n  or          give your own Python that has TensorFlow: ydl-tf --python PATH";
    }

    static String remedy(Captured pip) {
        if (pip.mentions("No space left")) {
            return "free some disk space: the environment needs 1.4 GB, and as much for a while";
        }
        if (pip.mentions("Temporary failure", "ConnectionError", "NewConnectionError", "timed out", "ProxyError")) {
            return "check the network; behind a proxy set HTTPS_PROXY, for a mirror set PIP_INDEX_URL; then start again";
        }
        if (pip.mentions("SSLError", "CERTIFICATE_VERIFY_FAILED")) {
            return "set PIP_CERT to the file with your network's certificate authority";
        }
        if (pip.mentions("No matching distribution")) {
            return "use Linux on x86_64 with Python " + PythonVersion.SUPPORTED
                    + ", and a package index that has the package named above";
        }
        return "remove the cause named above and start again";
    }

    private String elapsed() {
        return (System.nanoTime() - beginning) / 1_000_000_000 + " s";
    }
}
