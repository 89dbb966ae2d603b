package org.ydl.localcluster;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.ydl.localcluster.os.FreePorts;

/**
 * The size and ports of a cluster, kept in its home from the first start on, so that addresses last.
 *
 * <p>Immutable.
 */
record ClusterPlan(ClusterSize size, Map<String, Integer> ports) {
    private static final String NODES = "nodes";
    private static final String NODE_MEMORY = "node-memory-mb";
    private static final String PORT = "port.";

    ClusterPlan {
        ports = Collections.unmodifiableMap(new TreeMap<>(ports));
    }

    static ClusterPlan withFreePorts(ClusterSize size, FreePorts freePorts) throws IOException {
        return new ClusterPlan(size, Map.of()).completed(freePorts);
    }

    /** The same addresses as far as they go, for a cluster of another size. */
    ClusterPlan resized(ClusterSize newSize, FreePorts freePorts) throws IOException {
        return new ClusterPlan(newSize, ports).completed(freePorts);
    }

    /** Other ports in place of those that somebody else listens on. */
    ClusterPlan withoutTakenPorts(FreePorts freePorts) throws IOException {
        Map<String, Integer> kept = new TreeMap<>(ports);
        kept.values().removeIf(port -> !FreePorts.isFree(port));
        return new ClusterPlan(size, kept).completed(freePorts);
    }

    /** Other ports for this daemon. */
    ClusterPlan withNewPorts(Daemon daemon, FreePorts freePorts) throws IOException {
        Map<String, Integer> kept = new TreeMap<>(ports);
        daemon.role().ports().forEach(port -> kept.remove(daemon.portName(port)));
        return new ClusterPlan(size, kept).completed(freePorts);
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
        return new ClusterPlan(size, all);
    }

    List<Daemon> daemons() {
        return Daemon.all(size.nodes());
    }

    int port(Daemon daemon, String port) {
        return ports.get(daemon.portName(port));
    }

    /** An address as Hadoop wants it. The number, not a name: it needs no name service. */
    String address(Daemon daemon, String port) {
        return "127.0.0.1:" + port(daemon, port);
    }

    void save(Path file) throws IOException {
        Properties properties = new Properties();
        properties.setProperty(NODES, Integer.toString(size.nodes()));
        properties.setProperty(NODE_MEMORY, Integer.toString(size.nodeMemoryMb()));
        ports.forEach((name, port) -> properties.setProperty(PORT + name, port.toString()));
        StringWriter text = new StringWriter();
        properties.store(text, "The size and ports of this local cluster, written by ydl-cluster up");
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
        Map<String, Integer> ports = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(PORT)) {
                ports.put(key.substring(PORT.length()), number(properties, key));
            }
        }
        ClusterPlan plan =
                new ClusterPlan(new ClusterSize(number(properties, NODES), number(properties, NODE_MEMORY)), ports);
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
