package org.ydl.am;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.yarn.api.ApplicationConstants.Environment;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.rpc.RpcServer;
import org.ydl.am.yarn.YarnCluster;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.Ticked;
import org.ydl.job.JobMachine;
import org.ydl.job.Step;

/** The application master's process: reads the staged job, wires the driver to gRPC and YARN, runs the job. */
public final class YarnAppMaster {
    private static final Logger LOG = LoggerFactory.getLogger(YarnAppMaster.class);
    private static final Instant STARTED = Instant.now();
    private static final long STARTED_NANOS = System.nanoTime();
    private static final long TICK_MS = 500;
    private static final long PING_SECONDS = 10;

    private YarnAppMaster() {}

    public static void main(String[] args) {
        int exit = 0;
        try {
            run();
        } catch (Throwable e) {
            LOG.error("the application master failed", e);
            exit = 1;
        }
        // Threads of the Hadoop clients must not keep an application alive that has ended.
        Runtime.getRuntime().halt(exit);
    }

    private static void run() throws Exception {
        ApplicationAttemptId attempt = ContainerId.fromString(System.getenv(Environment.CONTAINER_ID.name()))
                .getApplicationAttemptId();
        String appId = attempt.getApplicationId().toString();
        StagedJob staged = StagedJob.fromJson(Files.readString(Path.of(StagedJob.FILE_NAME)));
        Configuration conf = new YarnConfiguration();

        BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
        Step begin = JobMachine.begin(appId, attempt.getAttemptId(), staged.spec(), now());
        NettyServerBuilder transport = NettyServerBuilder.forPort(0)
                // Runners ping to notice a master whose node is gone; by default that would count as abuse.
                .permitKeepAliveTime(PING_SECONDS, TimeUnit.SECONDS);
        RpcServer runners = new RpcServer(begin.next(), events::add, transport).start();
        YarnCluster cluster = new YarnCluster(conf, events::add);
        cluster.register(appId, new HostPort(host(), runners.port()), staged);

        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        ticker.scheduleAtFixedRate(() -> events.add(new Ticked(now())), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        Optional<Outcome> outcome = drive(new JobDriver(events, cluster, runners), begin, cluster, runners);
        ticker.shutdownNow();
        if (outcome.isPresent()) {
            removeStaging(conf, staged.stagingDir());
        } // else this master was dismissed, and whoever took over needs it
        LOG.info("{} ended: {}", appId, outcome);
    }

    /** Also a fault of our own is an outcome, and everyone is told. */
    private static Optional<Outcome> drive(JobDriver driver, Step begin, Cluster cluster, Runners runners)
            throws InterruptedException {
        try {
            return driver.run(begin);
        } catch (RuntimeException e) {
            LOG.error("the driver failed", e);
            Outcome fault = new Outcome(ExitCode.INTERNAL, "the application master failed: " + e);
            cluster.finish(fault);
            runners.finish(fault);
            return Optional.of(fault);
        }
    }

    /** Limits are lengths of time: a clock that is set meanwhile must not shorten or stretch them. */
    private static Instant now() {
        return STARTED.plusNanos(System.nanoTime() - STARTED_NANOS);
    }

    /** The name that clients and runners reach this node by. */
    private static String host() throws IOException {
        Optional<String> node = Optional.ofNullable(System.getenv(Environment.NM_HOST.name()));
        return node.isPresent() ? node.get() : InetAddress.getLocalHost().getCanonicalHostName();
    }

    private static void removeStaging(Configuration conf, String stagingDir) {
        org.apache.hadoop.fs.Path dir = new org.apache.hadoop.fs.Path(stagingDir);
        try (FileSystem files = FileSystem.newInstance(dir.toUri(), conf)) {
            files.delete(dir, true);
        } catch (IOException e) {
            LOG.warn("the staging directory {} was left behind", stagingDir, e);
        }
    }
}
