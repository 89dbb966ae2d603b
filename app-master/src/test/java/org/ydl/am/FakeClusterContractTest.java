package org.ydl.am;

import java.util.Optional;
import java.util.function.Consumer;
import org.ydl.api.Outcome;
import org.ydl.job.JobEvent;

class FakeClusterContractTest extends ClusterContract {
    private FakeCluster cluster;

    @Override
    protected Cluster join(Consumer<JobEvent> reports) {
        cluster = new FakeCluster(reports);
        return cluster;
    }

    @Override
    protected Optional<Outcome> told() {
        return cluster.finished();
    }
}
