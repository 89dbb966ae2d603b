package org.ydl.localcluster;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.ydl.localcluster.ClusterArguments.UsageException;
import org.ydl.localcluster.ClusterStatus.DaemonStatus;

/**
 * The program {@code ydl-cluster}: brings a local cluster up or down and tells how it is.
 *
 * <p>One thread. Owns nothing: the daemons belong to the cluster's home.
 */
public final class ClusterCommand {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int NOT_UP = 3;

    private static final String HELP =
            """
            ydl-cluster: a real HDFS and YARN cluster on this machine

            usage: ydl-cluster up|down|status [options]

              up      start the daemons that do not run and wait until all work
              down    stop all of its processes, jobs included; files in HDFS stay
              status  show whether the cluster is up, and each daemon

            options
              --home DIR    the cluster's directory; another directory is another cluster
                            (default ~/.ydl/cluster)
              --nodes N     up: how many NodeManagers (default: as last time, at first 1)
              --memory MB   up: memory for containers on each NodeManager
                            (default: as last time, at first 3/4 of this machine's
                            memory, shared by the nodes)
              --set KEY=VALUE
                            up: a Hadoop setting of the daemons, over ydl's own; may be
                            given several times (default: those of last time; KEY=
                            gives ydl's own back)
              --purge       down: also delete the cluster's files, all of HDFS included
              -h, --help    show this

            exit codes
              0  done; for status: the cluster is up
              1  failed; the message says why
              2  the command line is wrong
              3  for status: the cluster, or a part of it, is not up
            """;

    private final PrintStream out;
    private final PrintStream err;

    ClusterCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) throws InterruptedException {
        System.exit(new ClusterCommand(System.out, System.err).run(List.of(args)));
    }

    int run(List<String> words) throws InterruptedException {
        try {
            return run(ClusterArguments.parse(words, LocalCluster.standardHome()));
        } catch (UsageException e) {
            return refuse(e.problems());
        } catch (LocalClusterException e) {
            err.println("ydl-cluster: " + e.getMessage());
            return FAILED;
        } catch (IOException e) {
            err.println("ydl-cluster: cannot read or write the cluster's files: " + e);
            err.println("  try  check the free space and permissions of the directory given by --home");
            return FAILED;
        }
    }

    private int refuse(List<String> problems) {
        if (problems.size() == 1) {
            err.println("ydl-cluster: " + problems.get(0));
        } else {
            err.println("ydl-cluster: " + problems.size() + " problems:");
            problems.forEach(problem -> err.println("  " + problem));
        }
        err.println("See ydl-cluster --help.");
        return USAGE;
    }

    private int run(ClusterArguments arguments) throws IOException, InterruptedException {
        return switch (arguments.command()) {
            case UP -> up(LocalCluster.at(arguments.home()), arguments);
            case DOWN -> down(LocalCluster.at(arguments.home()), arguments.purge());
            case STATUS -> status(LocalCluster.at(arguments.home()));
            case HELP -> {
                out.print(HELP);
                yield OK;
            }
        };
    }

    private int up(LocalCluster cluster, ClusterArguments arguments) throws IOException, InterruptedException {
        Optional<ClusterSize> size = size(arguments.nodes(), arguments.memoryMb(), cluster.size());
        boolean started = cluster.up(new ClusterWish(size, arguments.settings()), out::println);
        ClusterStatus status = cluster.status();
        if (!started) {
            out.println(headline(cluster, status));
        }
        out.println();
        out.println("YARN   " + web(status, "resourcemanager"));
        out.println("HDFS   " + web(status, "namenode"));
        out.println("logs   " + cluster.logDir());
        out.println();
        out.println(
                isStandard(cluster)
                        ? "ydl-tf uses it unless told otherwise. To use it from any Hadoop program:"
                        : "To use it from ydl-tf or any Hadoop program:");
        out.println("  export HADOOP_CONF_DIR=" + cluster.confDir());
        return OK;
    }

    /** The size asked for; what is not said stays as it was. Empty if nothing is said. */
    static Optional<ClusterSize> size(OptionalInt nodes, OptionalInt memoryMb, Optional<ClusterSize> last) {
        if (nodes.isEmpty() && memoryMb.isEmpty()) {
            return Optional.empty();
        }
        int count = nodes.orElseGet(() -> last.map(ClusterSize::nodes).orElse(1));
        int memory = memoryMb.orElseGet(() -> last.filter(size -> size.nodes() == count)
                .orElseGet(() -> ClusterSize.ofNodes(count))
                .nodeMemoryMb());
        return Optional.of(new ClusterSize(count, memory));
    }

    private static String web(ClusterStatus status, String daemon) {
        return status.web(daemon).map(URI::toString).orElse("-");
    }

    private int down(LocalCluster cluster, boolean purge) throws IOException, InterruptedException {
        if (purge) {
            cluster.purge(out::println);
        } else {
            cluster.down(out::println);
        }
        return OK;
    }

    private int status(LocalCluster cluster) throws IOException, InterruptedException {
        ClusterStatus status = cluster.status();
        out.println(headline(cluster, status));
        out.println();
        out.printf("%-16s %-8s %-9s %s%n", "daemon", "pid", "state", "web");
        for (DaemonStatus daemon : status.daemons()) {
            String pid = daemon.pid().isPresent() ? Long.toString(daemon.pid().getAsLong()) : "-";
            String state = daemon.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            out.printf(
                    "%-16s %-8s %-9s %s%n",
                    daemon.name(), pid, state, daemon.web().map(URI::toString).orElse("-"));
        }
        return status.isUp() ? OK : NOT_UP;
    }

    /** How the cluster is as a whole and, unless it is up, what to do. */
    private static String headline(LocalCluster cluster, ClusterStatus status) throws IOException {
        String name = "the local cluster in " + cluster.home();
        String up = "ydl-cluster up" + (isStandard(cluster) ? "" : " --home " + cluster.home());
        if (status.isUp()) {
            return name + " is up" + cluster.size().map(size -> ": " + size).orElse("");
        }
        return status.isDown()
                ? name + " is not running; start it with: " + up
                : name + " is only partly up; start what does not run and wait for the rest with: " + up;
    }

    private static boolean isStandard(LocalCluster cluster) {
        return cluster.home().equals(new ClusterHome(LocalCluster.standardHome()).root());
    }
}
