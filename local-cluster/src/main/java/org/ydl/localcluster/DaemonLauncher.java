package org.ydl.localcluster;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ydl.localcluster.os.ProcessIdentity;

/**
 * Starts daemons as processes that outlive this one, and records them.
 *
 * <p>Used by one thread that holds the cluster's lock. The processes belong to the cluster's home, not to this JVM.
 */
final class DaemonLauncher {
    /** Marks every process of a cluster; its value is the cluster's home. */
    static final String MARK = "YDL_LOCAL_CLUSTER";

    private static final Path NULL_DEVICE = Path.of("/dev/null");

    private final ClusterHome home;
    private final DaemonClassPath classPath;

    DaemonLauncher(ClusterHome home, DaemonClassPath classPath) {
        this.home = home;
        this.classPath = classPath;
    }

    /** A daemon started by this JVM, so that its exit code can be known. */
    record Launched(Daemon daemon, Process process, long startedMillis) {}

    Launched launch(Daemon daemon) throws IOException {
        prepare();
        Path log = home.logFile(daemon);
        if (Files.exists(log)) {
            Path previous = home.logDir().resolve(daemon.name() + ".previous.log");
            Files.move(log, previous, StandardCopyOption.REPLACE_EXISTING);
        }
        long started = System.currentTimeMillis();
        Process process = start(daemon, List.of(), log, home.outputFile(daemon));
        var identity = ProcessIdentity.of(process.pid());
        if (identity.isPresent()) {
            new DaemonRecord(daemon, identity.get()).write(home);
        }
        return new Launched(daemon, process, started);
    }

    /** Starts the NameNode's program to make an empty file system in this directory; it ends by itself. */
    Process launchFormat(Path nameDir, Path output) throws IOException {
        prepare();
        List<String> arguments =
                List.of("-D", "dfs.namenode.name.dir=" + nameDir.toUri(), "-format", "-nonInteractive");
        return start(Daemon.NAMENODE, arguments, output, output);
    }

    private Process start(Daemon daemon, List<String> arguments, Path log, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command(daemon, arguments, log))
                .directory(home.root().toFile())
                .redirectInput(NULL_DEVICE.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        environment(builder.environment());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new LocalClusterException(
                    "Cannot start the " + daemon + ": " + e.getMessage()
                            + "\n  try  install util-linux if the program setsid is missing",
                    e);
        }
    }

    private List<String> command(Daemon daemon, List<String> arguments, Path log) {
        List<String> command = new ArrayList<>();
        // A session of its own: the end of the terminal, or Ctrl-C in it, does not reach the daemon.
        command.add("setsid");
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx" + daemon.role().heapMb() + "m");
        // Small and quick to start: these daemons serve one machine.
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xshare:auto"));
        // Hadoop 3.4 needs this from Java 17 on.
        command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        command.add("-Djava.net.preferIPv4Stack=true");
        command.add("-Djdk.net.hosts.file=" + home.hostsFile());
        command.add("-Djava.io.tmpdir=" + home.tmpDir());
        command.add("-Dlog4j.configuration=org/ydl/localcluster/daemon-log4j.properties");
        command.add("-Dydl.log=" + log);
        command.add("-cp");
        command.add(String.join(
                File.pathSeparator,
                home.daemonConfDir(daemon).toString(),
                home.confDir().toString(),
                classPath.joined()));
        command.add(daemon.role().mainClass());
        command.addAll(arguments);
        return command;
    }

    private void environment(Map<String, String> environment) {
        // Settings, tokens or class paths for another cluster must not reach this one.
        environment
                .keySet()
                .removeIf(name -> name.startsWith("HADOOP_")
                        || name.startsWith("YARN_")
                        || name.startsWith("HDFS_")
                        || name.equals("CLASSPATH"));
        environment.put("HADOOP_CONF_DIR", home.confDir().toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put(MARK, home.root().toString());
    }

    private void prepare() throws IOException {
        Files.createDirectories(home.logDir());
        Files.createDirectories(home.tmpDir());
        WholeFile.write(home.hostsFile(), "127.0.0.1 " + String.join(" ", localNames()) + "\n");
    }

    /**
     * The names the daemons know, all of them this machine's. They need no name service: a machine whose own name does
     * not resolve will do, and web addresses that they hand out say {@code localhost}, where they listen, even if the
     * machine's name stands for another address.
     */
    private static Set<String> localNames() throws IOException {
        Set<String> names = new LinkedHashSet<>(List.of("localhost"));
        names.add(Files.readString(Path.of("/proc/sys/kernel/hostname")).trim());
        try {
            names.add(InetAddress.getLocalHost().getCanonicalHostName());
        } catch (UnknownHostException unresolvable) {
            // Nobody can use a name that does not resolve.
        }
        // An address stands here when the machine has no name.
        names.removeIf(name -> name.isBlank() || name.matches("[0-9.]+") || name.contains(":"));
        return names;
    }
}
