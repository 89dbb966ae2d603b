package org.ydl.client;

import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;

/**
 * Listens to the stream of ClusterSpecs of whichever application master a job has. {@link #run} does so on the calling
 * thread; any other may tell of a new master.
 */
final class SpecWatch {
    private static final Duration RETRY = Duration.ofMillis(500);

    private final KnownCluster cluster;
    private final Function<HostPort, RunningJob> connect;
    private final Consumer<ClusterSpec> newest;
    private final Time time;
    private Optional<Source> source = Optional.empty();

    private record Source(KnownCluster.Master master, RunningJob job) {}

    /** @param newest called with each spec that differs from the one before it, once the cluster knows it */
    SpecWatch(KnownCluster cluster, Function<HostPort, RunningJob> connect, Consumer<ClusterSpec> newest, Time time) {
        this.cluster = cluster;
        this.connect = connect;
        this.newest = newest;
        this.time = time;
    }

    /** Returns when it is over. */
    void run() throws InterruptedException {
        for (Optional<KnownCluster.Master> master = cluster.awaitMasterAfter(0);
                master.isPresent();
                master = cluster.awaitMasterAfter(0)) {
            try (RunningJob job = connect.apply(master.get().address())) {
                use(Optional.of(new Source(master.get(), job)));
                // Whoever tells of a new master sees this source, or is seen here.
                if (cluster.isCurrent(master.get())) {
                    listen(job);
                }
            } catch (StatusRuntimeException e) {
                // The follower finds out what became of the application master.
            } catch (RuntimeException e) {
                cluster.learnsNoMore(e);
                return;
            } finally {
                use(Optional.empty());
            }
            time.pass(RETRY);
        }
    }

    private void listen(RunningJob job) {
        Iterator<org.ydl.api.v1.ClusterSpec> specs = job.specs();
        while (specs.hasNext()) {
            ClusterSpec spec = ClusterSpec.from(specs.next());
            if (cluster.learn(spec)) {
                newest.accept(spec);
            }
        }
    }

    private synchronized void use(Optional<Source> next) {
        source = next;
    }

    /** The cluster knows another master: the former one may live on, and say nothing new. */
    synchronized void leaveFormer(KnownCluster.Master current) {
        source.filter(former -> !former.master().equals(current))
                .ifPresent(former -> former.job().close());
    }
}
