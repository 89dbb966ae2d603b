package org.ydl.am;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executors;
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
import org.ydl.am.rpc.Network;
import org.ydl.am.rpc.RpcServer;
import org.ydl.am.rpc.Transport;
import org.ydl.am.yarn.DockerRuntime;
import org.ydl.am.yarn.HistoryFile;
import org.ydl.am.yarn.StateFiles;
import org.ydl.am.yarn.YarnCluster;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.job.Job;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.PreparationFailed;
import org.ydl.job.JobEvent.Ticked;
import org.ydl.job.JobMachine;
import org.ydl.job.Step;

/** The application master's process: reads the staged job, wires the driver to gRPC and YARN, runs the job. */
public final class YarnAppMaster {
    private static final Logger LOG = LoggerFactory.getLogger(YarnAppMaster.class);
    private static final Instant STARTED = Instant.now();
    private static final long STARTED_NANOS = System.nanoTime();
    private static final long TICK_MS = 500;

    /** Five minutes, more than everything that a driver waits for, the farewell to YARN included. */
    private static final int MOST_LOOKS = 30;

    private static final long LOOK_SECONDS = 10;

    /** Where state is kept in the staging directory. */
    private static final String STATE = "state";

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

        Inbox events = new Inbox();
        Memory memory =
                new StateFiles(conf, new org.apache.hadoop.fs.Path(staged.stagingDir(), STATE), attempt.getAttemptId());
        Step begin = memory.recall()
                .map(text -> JobMachine.recover(SavedJob.read(text, staged.spec()), attempt.getAttemptId(), now()))
                .orElseGet(() -> JobMachine.begin(appId, attempt.getAttemptId(), staged.spec(), now()));
        DockerRuntime.problem(staged.containerEnvironment(), Path.of(""))
                .ifPresent(problem -> events.add(new PreparationFailed(problem)));
        Transport network = new Network(staged.ports(), problem -> noPort(problem, begin.next(), events));
        String host = host();
        RpcServer runners = new RpcServer(begin.next(), host, events::add, network).start();
        YarnCluster cluster = new YarnCluster(conf, events::add);
        cluster.register(attempt, new HostPort(host, runners.port()), staged);

        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        ticker.scheduleAtFixedRate(() -> events.add(new Ticked(now())), TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
        watch(events, Thread.currentThread());
        History history = new HistoryFile(conf, staged.historyFile());
        Optional<Outcome> outcome =
                new JobDriver(events, cluster, runners, history, memory, SavedJob::write).run(begin);
        ticker.shutdownNow();
        if (cluster.isUnregistered()) {
            removeStaging(conf, staged.stagingDir());
        } // else another application master takes over, or has already, and needs it
        LOG.info("{} ended: {}", appId, outcome);
    }

    /** A job that runs goes on, if the network lets its runners through to another port; one that begins is refused. */
    private static void noPort(String problem, Job job, Inbox events) {
        if (job.amAttempt() == 1) {
            events.add(new ClusterFailed(problem));
        } else {
            LOG.warn("{}: taking another one", problem);
        }
    }

    private static void watch(Inbox events, Thread driver) {
        Watchdog watchdog = new Watchdog(events::rounds, MOST_LOOKS, () -> {
            Exception here = new Exception("this is where the driver is");
            here.setStackTrace(driver.getStackTrace());
            LOG.error(
                    "the driver has taken no event for {} s: another master is to take over",
                    LOOK_SECONDS * MOST_LOOKS,
                    here);
            Runtime.getRuntime().halt(1);
        });
        Executors.newSingleThreadScheduledExecutor()
                .scheduleWithFixedDelay(watchdog::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
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
