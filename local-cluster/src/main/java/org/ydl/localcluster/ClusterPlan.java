package org.ydl.localcluster;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ydl.localcluster.os.FreePorts;

/**
 * The size, own settings and ports of a cluster, kept in its home from the first start on, so that addresses last.
 *
 * <p>Immutable.
 *
 * @param settings Hadoop settings that were asked for, over ydl's own
 */
record ClusterPlan(ClusterSize size, Map<String, String> settings, Map<String, Integer> ports) {
    private static final String NODES = "nodes";
    private static final String NODE_MEMORY = "node-memory-mb";
    private static final String SETTING = "set.";
    private static final String PORT = "port.";

    ClusterPlan {
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        ports = Collections.unmodifiableMap(new TreeMap<>(ports));
    }

    static ClusterPlan withFreePorts(ClusterSize size, FreePorts freePorts) throws IOException {
        return new ClusterPlan(size, Map.of(), Map.of()).completed(freePorts);
    }

    /** The same addresses as far as they go, for a cluster that is asked to be another. */
    ClusterPlan changed(ClusterWish wish, FreePorts freePorts) throws IOException {
        return new ClusterPlan(wish.size().orElse(size), wish.settingsOver(settings), ports).completed(freePorts);
    }

    /** Other ports in place of those that somebody else listens on. */
    ClusterPlan withoutTakenPorts(FreePorts freePorts) throws IOException {
        Map<String, Integer> kept = new TreeMap<>(ports);
        kept.values().removeIf(port -> !FreePorts.isFree(port));
        return new ClusterPlan(size, settings, kept).completed(freePorts);
    }

    /** Other ports for this daemon. */
    ClusterPlan withNewPorts(Daemon daemon, FreePorts freePorts) throws IOException {
        Map<String, Integer> kept = new TreeMap<>(ports);
        daemon.role().ports().forEach(port -> kept.remove(daemon.portName(port)));
        return new ClusterPlan(size, settings, kept).completed(freePorts);
    }

    private ClusterPlan completed(FreePorts freePorts) throws IOException {
        List<String> missing = daemons().stream()
                .flatMap(daemon -> daemon.role().ports().stream().map(daemon::portName))
                .filter(name -> !ports.containsKey(name))
                .toList();
        Set<Integer> avoided = new HashSet<>(ports.values());
        List<Integer> chosen = freePorts.choose(missing.size(), avoided);
        Map<String, Integer> all = new TreeMap<>(ports);
        for (int i = 0; i < missing.size(); i++) {
            all.put(missing.get(i), chosen.get(i));
        }
        return new ClusterPlan(size, settings, all);
    }

    List<Daemon> daemons() {
        return Daemon.all(size.nodes());
    }

    int port(Daemon daemon, String port) {
        return ports.get(daemon.portName(port));
    }

    /** An address as Hadoop wants it. The number, not a name: it needs no name service. */
    String address(Daemon daemon, String port) {
        return daemon.host() + ":" + port(daemon, port);
    }

    URI web(Daemon daemon) {
        String host = daemon.host().equals(Daemon.LOCALHOST) ? "localhost" : daemon.host();
        return URI.create("http://" + host + ":" + port(daemon, "web"));
    }

    @Override
    public String toString() {
        return described(Optional.of(size), settings);
    }

    /** For messages: {@code 2 nodes, each with 512 MB for containers; with dfs.replication=1}. */
    static String described(Optional<ClusterSize> size, Map<String, String> settings) {
        List<String> parts = new ArrayList<>();
        size.ifPresent(known -> parts.add(known.toString()));
        if (!settings.isEmpty()) {
            parts.add("with "
                    + settings.entrySet().stream()
                            .map(setting -> setting.getKey() + "=" + setting.getValue())
                            .collect(Collectors.joining(", ")));
        }
        return String.join("; ", parts);
    }

    void save(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(NODES, Integer.toString(size.nodes()));
        properties.setProperty(NODE_MEMORY, Integer.toString(size.nodeMemoryMb()));
        settings.forEach((key, value) -> properties.setProperty(SETTING + key, value));
        ports.forEach((name, port) -> properties.setProperty(PORT + name, port.toString()));
        StringWriter text = new StringWriter();
        properties.store(text, "The size, own settings and ports of this local cluster, written by ydl-cluster up");
        WholeFile.write(file, text.toString());
    }

    /** The saved plan; empty if there is none. */
    static Optional<ClusterPlan> load(Path file) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        try {
            return Optional.of(parse(properties));
        } catch (IllegalArgumentException e) {
            throw new LocalClusterException(
                    "Cannot read " + file + ": " + e.getMessage()
                            + "\n  try  delete that file, then ydl-cluster down, then ydl-cluster up",
                    e);
        }
    }

    private static ClusterPlan parse(Properties properties) {
        Map<String, String> settings = new TreeMap<>();
        Map<String, Integer> ports = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(SETTING)) {
                settings.put(key.substring(SETTING.length()), properties.getProperty(key));
            } else if (key.startsWith(PORT)) {
                ports.put(key.substring(PORT.length()), number(properties, key));
            }
        }
        ClusterSize size = new ClusterSize(number(properties, NODES), number(properties, NODE_MEMORY));
        ClusterPlan plan = new ClusterPlan(size, settings, ports);
        for (Daemon daemon : plan.daemons()) {
            for (String port : daemon.role().ports()) {
                if (!ports.containsKey(daemon.portName(port))) {
                    throw new IllegalArgumentException(PORT + daemon.portName(port) + " is missing");
                }
            }
        }
        return plan;
    }

    private static int number(Properties properties, String key) {
        String value = properties.getProperty(key, "");
        try {
            return Integer.parseInt(value.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " should be a whole number, found '" + value + "'", e);
        }
    }
}
