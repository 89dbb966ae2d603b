package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.HostPort;

@Timeout(30)
class SpecWatchTest {
    private static final HostPort FIRST = new HostPort("node1", 1);
    private static final HostPort SECOND = new HostPort("node2", 2);

    private final KnownCluster cluster = new KnownCluster(Time.REAL);
    private final BlockingQueue<HostPort> connected = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> generations = new LinkedBlockingQueue<>();

    @Test
    void eachGenerationIsToldOnceHoweverOftenTheStreamBreaks() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            Thread watching = start(watch(job));
            cluster.masterUp(FIRST);
            assertEquals(1, generations.take());

            job.breakOff();
            connected.take();
            assertEquals(FIRST, connected.take());
            job.formAnew();

            assertEquals(2, generations.take());
            end(watching);
        }
    }

    @Test
    void formerMasterIsLeftThoughItGoesOn() throws Exception {
        try (FakeJob job = new FakeJob(1)) {
            SpecWatch watch = watch(job);
            Thread watching = start(watch);
            cluster.masterUp(FIRST);
            generations.take();

            watch.leaveFormer(cluster.masterUp(SECOND));

            assertEquals(FIRST, connected.take());
            assertEquals(SECOND, connected.take());
            end(watching);
        }
    }

    private SpecWatch watch(FakeJob job) {
        return new SpecWatch(
                cluster,
                address -> {
                    connected.add(address);
                    return job.connect(address);
                },
                spec -> generations.add(spec.generation()),
                new MovingTime());
    }

    private static Thread start(SpecWatch watch) {
        Thread watching = new Thread(
                () -> {
                    try {
                        watch.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt(); // the test is over
                    }
                },
                "watching");
        watching.start();
        return watching;
    }

    private void end(Thread watching) throws InterruptedException {
        cluster.end();
        watching.interrupt();
        watching.join();
    }
}
