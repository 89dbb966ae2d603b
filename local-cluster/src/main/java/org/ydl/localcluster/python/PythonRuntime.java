package org.ydl.localcluster.python;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.ydl.localcluster.os.Directories;
import org.ydl.localcluster.os.ExclusiveLock;
import org.ydl.localcluster.os.YdlDirectory;

/**
 * The Python environment of the local cluster: made once from PyPI, then found again.
 *
 * <p>Any thread, any number of processes: making it takes a lock. The environment belongs to its directory, which bears
 * TensorFlow's version. It is complete when a marker file says so; what was cut short is made anew.
 */
public final class PythonRuntime {
    private static final Duration VENV_LIMIT = Duration.ofMinutes(3);
    private static final Duration INSTALL_LIMIT = Duration.ofMinutes(60);
    private static final int QUOTED_LINES = 12;

    private final Path directory;
    private final LockedPackages packages;
    private final PythonFinder finder;

    PythonRuntime(Path parent, LockedPackages packages, PythonFinder finder) {
        this.directory = parent.toAbsolutePath().normalize().resolve(packages.tensorFlowVersion());
        this.packages = packages;
        this.finder = finder;
    }

    /** The environment in {@code <parent>/<TensorFlow's version>}. */
    public static PythonRuntime in(Path parent, Map<String, String> environment) {
        return new PythonRuntime(parent, LockedPackages.standard(), new PythonFinder(environment));
    }

    /** The one that jobs on the local cluster run on. */
    public static PythonRuntime standard() {
        return in(standardParent(), System.getenv());
    }

    /** {@code ~/.ydl/python}, or {@code $YDL_DIR/python}. */
    public static Path standardParent() {
        return YdlDirectory.standard().resolve("python");
    }

    /** The interpreter of the environment, if that is complete; quick, runs nothing. */
    public Optional<Path> existing() throws IOException {
        return isComplete() ? Optional.of(python()) : Optional.empty();
    }

    /**
     * The interpreter of the environment, which is made first if need be. That takes a minute and 1.4 GB of disk.
     *
     * @param progress takes one line for each step
     * @throws PythonException if it cannot be made; the message says what to do
     */
    public Path ensure(Consumer<String> progress) throws IOException, InterruptedException {
        Optional<Path> existing = existing();
        if (existing.isPresent()) {
            return existing.get();
        }
        Path lock = directory.resolveSibling(directory.getFileName() + ".lock");
        Runnable whenBusy = () -> progress.accept("waiting: another process is making " + directory);
        return new ExclusiveLock(lock).whileHeld(whenBusy, () -> {
            if (!isComplete()) {
                make(progress);
            }
            return python();
        });
    }

    private void make(Consumer<String> progress) throws IOException, InterruptedException {
        String base = finder.find();
        progress.accept("making a Python environment with TensorFlow " + packages.tensorFlowVersion() + " in "
                + directory + " (once; about 1.4 GB)");
        Directories.delete(directory);
        boolean made = false;
        try {
            createEnvironment(base);
            new PipInstall(python(), packages, progress).run(writtenLock(), INSTALL_LIMIT);
            Files.writeString(marker(), packages.text());
            made = true;
        } finally {
            if (!made) {
                Directories.delete(directory);
            }
        }
    }

    private void createEnvironment(String base) throws IOException, InterruptedException {
        List<String> command = List.of(base, "-I", "-m", "venv", directory.toString());
        Captured venv = Captured.run(command, VENV_LIMIT, line -> {});
        if (!venv.succeeded()) {
            throw new PythonException("Cannot make a Python environment in " + directory + ".\n  command     "
                    + String.join(" ", command) + "\n  exit code   " + venv.exitCode() + "\n  last lines\n"
                    + venv.quoted(QUOTED_LINES)
                    + "\n  try         install the module venv (on Debian and Ubuntu: apt install python3-venv), or set "
                    + PythonFinder.OVERRIDE + " to another Python " + PythonVersion.SUPPORTED);
        }
    }

    private Path writtenLock() throws IOException {
        return Files.writeString(directory.resolve("requirements.lock"), packages.text());
    }

    private boolean isComplete() throws IOException {
        return Files.isRegularFile(marker())
                && Files.readString(marker()).equals(packages.text())
                && Files.isExecutable(python())
                && hasAllPackages();
    }

    private boolean hasAllPackages() throws IOException {
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(directory.resolve("lib"), "python3*")) {
            for (Path library : libraries) {
                Path sitePackages = library.resolve("site-packages");
                return Files.exists(sitePackages.resolve("tensorflow").resolve("__init__.py"))
                        && packages.areIn(sitePackages);
            }
        }
        return false;
    }

    /** Its interpreter, which is there once the environment is complete. */
    public Path python() {
        return directory.resolve("bin").resolve("python");
    }

    /** Written last. A rename of the whole would not do: an environment holds its own path. */
    private Path marker() {
        return directory.resolve("ydl-complete");
    }
}
