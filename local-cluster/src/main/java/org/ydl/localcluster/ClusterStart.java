package org.ydl.localcluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ydl.localcluster.ClusterStatus.DaemonStatus;
import org.ydl.localcluster.ClusterStatus.State;
import org.ydl.localcluster.DaemonLauncher.Launched;
import org.ydl.localcluster.os.Directories;
import org.ydl.localcluster.os.FreePorts;
import org.ydl.localcluster.os.LogTail;

/**
 * Brings a cluster up: starts the daemons that do not run, waits until all work, or stops what it started.
 *
 * <p>Used once, by one thread that holds the cluster's lock.
 */
final class ClusterStart {
    private static final int PORT_ATTEMPTS = 4;
    private static final Duration READY_LIMIT = Duration.ofSeconds(120);
    private static final Duration FORMAT_LIMIT = Duration.ofSeconds(60);
    private static final Duration ASK_AGAIN = Duration.ofMillis(150);

    private final ClusterHome home;
    private final ClusterHealth health;
    private final ClusterStop stop;
    private final DaemonClassPath classPath;
    private final FreePorts freePorts;
    private final Consumer<String> progress;
    private final long beginning = System.nanoTime();

    ClusterStart(
            ClusterHome home,
            ClusterHealth health,
            ClusterStop stop,
            DaemonClassPath classPath,
            FreePorts freePorts,
            Consumer<String> progress) {
        this.home = home;
        this.health = health;
        this.stop = stop;
        this.classPath = classPath;
        this.freePorts = freePorts;
        this.progress = progress;
    }

    void run(ClusterWish wish) throws IOException, InterruptedException {
        ClusterPlan plan = plan(wish);
        progress.accept((anyAlive(plan) ? "starting what does not run of" : "starting") + " the local cluster in "
                + home.root() + ": " + plan);
        for (int attempt = 1; ; attempt++) {
            Optional<StartFailure> failure = startMissing(plan);
            if (failure.isEmpty()) {
                progress.accept("the local cluster is up after " + elapsed());
                return;
            }
            if (attempt == PORT_ATTEMPTS || !failure.get().portWasTaken()) {
                throw new LocalClusterException(failure.get().message());
            }
            Daemon daemon = failure.get().daemon();
            progress.accept("a port of the " + daemon + " was taken by another program: starting again with others");
            // Every daemon knows the addresses of the others.
            stop.stopDaemons();
            plan = plan.withNewPorts(daemon, freePorts).withoutTakenPorts(freePorts);
            writeDown(plan);
        }
    }

    /** What to start. While a daemon runs, size, settings and ports are what they are. */
    private ClusterPlan plan(ClusterWish wish) throws IOException {
        Optional<ClusterPlan> saved = ClusterPlan.load(home.planFile());
        if (saved.isPresent() && anyAlive(saved.get())) {
            if (!wish.isMetBy(saved.get())) {
                throw new LocalClusterException("The local cluster in " + home.root() + " runs, and is another one."
                        + "\n  runs       " + saved.get()
                        + "\n  asked for  " + wish
                        + "\n  try        ydl-cluster down first (jobs that run in it are ended)");
            }
            return saved.get();
        }
        ClusterPlan last = saved.isPresent()
                ? saved.get().withoutTakenPorts(freePorts)
                : ClusterPlan.withFreePorts(ClusterSize.standard(), freePorts);
        ClusterPlan plan = last.changed(wish, freePorts);
        writeDown(plan);
        Directories.delete(home.tmpDir());
        return plan;
    }

    private void writeDown(ClusterPlan plan) throws IOException {
        plan.save(home.planFile());
        new ClusterSettings(home, plan, classPath).write();
    }

    private boolean anyAlive(ClusterPlan plan) throws IOException {
        for (Daemon daemon : plan.daemons()) {
            if (health.isAlive(daemon)) {
                return true;
            }
        }
        return false;
    }

    private Optional<StartFailure> startMissing(ClusterPlan plan) throws IOException, InterruptedException {
        Map<Daemon, Launched> launched = new LinkedHashMap<>();
        boolean up = false;
        try {
            launchMissing(plan, launched);
            Optional<StartFailure> failure = awaitReady(plan, launched);
            up = failure.isEmpty();
            return failure;
        } finally {
            if (!up) {
                stop.stopDaemons(launched.keySet());
            }
        }
    }

    private void launchMissing(ClusterPlan plan, Map<Daemon, Launched> launched)
            throws IOException, InterruptedException {
        DaemonLauncher launcher = new DaemonLauncher(home, classPath);
        List<Daemon> missing = new ArrayList<>();
        for (Daemon daemon : plan.daemons()) {
            if (!health.isAlive(daemon)) {
                missing.add(daemon);
            }
        }
        Optional<Process> format = Optional.empty();
        if (missing.contains(Daemon.NAMENODE) && !Files.exists(home.nameDir())) {
            progress.accept("formatting a new HDFS");
            format = Optional.of(startFormat(launcher));
        }
        // YARN needs no HDFS to start: it comes up while the file system is made.
        for (Daemon daemon : missing) {
            if (!isHdfs(daemon)) {
                launched.put(daemon, launch(launcher, daemon));
            }
        }
        if (format.isPresent()) {
            finishFormat(format.get());
        }
        for (Daemon daemon : missing) {
            if (isHdfs(daemon)) {
                launched.put(daemon, launch(launcher, daemon));
            }
        }
    }

    private Launched launch(DaemonLauncher launcher, Daemon daemon) throws IOException {
        Launched launched = launcher.launch(daemon);
        progress.accept("starting " + daemon + ", process " + launched.process().pid());
        return launched;
    }

    private static boolean isHdfs(Daemon daemon) {
        return switch (daemon.role()) {
            case NAMENODE, DATANODE -> true;
            case RESOURCEMANAGER, NODEMANAGER -> false;
        };
    }

    private Path freshNameDir() {
        return home.nameDir().resolveSibling("namenode.new");
    }

    private Path formatOutput() {
        return home.logDir().resolve("namenode-format.log");
    }

    /** Into a directory of another name: a format cut short must not look like a file system. */
    private Process startFormat(DaemonLauncher launcher) throws IOException {
        Directories.delete(freshNameDir());
        Files.createDirectories(freshNameDir());
        return launcher.launchFormat(freshNameDir(), formatOutput());
    }

    private void finishFormat(Process format) throws IOException, InterruptedException {
        if (!format.waitFor(FORMAT_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            format.destroyForcibly();
        }
        if (format.waitFor() != 0) {
            throw new LocalClusterException("Cannot format HDFS: the NameNode ended with exit code "
                    + format.exitValue() + "\n  log         " + formatOutput() + "\n  last lines\n    "
                    + String.join("\n    ", LogTail.lastLines(formatOutput(), 15)));
        }
        Files.move(freshNameDir(), home.nameDir(), StandardCopyOption.ATOMIC_MOVE);
    }

    private Optional<StartFailure> awaitReady(ClusterPlan plan, Map<Daemon, Launched> launched)
            throws IOException, InterruptedException {
        Map<Daemon, Long> startedMillis = new LinkedHashMap<>();
        launched.forEach((daemon, process) -> startedMillis.put(daemon, process.startedMillis()));
        Set<String> awaited = new HashSet<>();
        launched.keySet().forEach(daemon -> awaited.add(daemon.name()));
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        while (true) {
            ClusterStatus status = health.check(plan, startedMillis);
            for (DaemonStatus daemon : status.daemons()) {
                if (daemon.state() == State.RUNNING && awaited.remove(daemon.name())) {
                    progress.accept(daemon.name() + " is ready after " + elapsed());
                }
            }
            for (Daemon daemon : plan.daemons()) {
                if (!health.isAlive(daemon)) {
                    return Optional.of(ended(daemon, launched));
                }
            }
            if (status.isUp()) {
                return Optional.empty();
            }
            if (System.nanoTime() - deadline > 0) {
                return Optional.of(notReady(plan, status));
            }
            Thread.sleep(ASK_AGAIN.toMillis());
        }
    }

    private StartFailure ended(Daemon daemon, Map<Daemon, Launched> launched) throws InterruptedException {
        Optional<Process> process = Optional.ofNullable(launched.get(daemon)).map(Launched::process);
        OptionalInt exitCode =
                process.isPresent() ? OptionalInt.of(process.get().waitFor()) : OptionalInt.empty();
        return StartFailure.ended(home, daemon, exitCode);
    }

    private StartFailure notReady(ClusterPlan plan, ClusterStatus status) {
        Daemon first = plan.daemons().stream()
                .filter(daemon -> status.daemons().stream()
                        .anyMatch(seen -> seen.name().equals(daemon.name()) && seen.state() != State.RUNNING))
                .findFirst()
                .orElseThrow();
        return StartFailure.notReady(home, first, READY_LIMIT.toSeconds());
    }

    private String elapsed() {
        return String.format(Locale.ROOT, "%.1f s", (System.nanoTime() - beginning) / 1e9);
    }
}
