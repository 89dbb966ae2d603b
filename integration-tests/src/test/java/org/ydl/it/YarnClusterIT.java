package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.am.Cluster;
import org.ydl.am.ClusterContract;
import org.ydl.am.StagedFile;
import org.ydl.am.StagedJob;
import org.ydl.am.yarn.YarnCluster;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.job.JobEvent;
import org.ydl.job.JobFixture;
import org.ydl.localcluster.LocalCluster;
import org.ydl.localcluster.os.Wait;

/** The contract of the cluster on real daemons: the test is an application's unmanaged master. */
@ExtendWith(OneCluster.class)
class YarnClusterIT extends ClusterContract {
    private static final HostPort NOWHERE = new HostPort("localhost", 1);

    @TempDir
    Path directory;

    private final Configuration conf = new YarnConfiguration();
    private final YarnClient client = YarnClient.createYarnClient();
    private ApplicationId id;

    YarnClusterIT(Installation installation) throws IOException {
        Path settings = LocalCluster.at(installation.clusterHome()).confDir();
        for (String file : List.of("core-site.xml", "yarn-site.xml")) {
            conf.addResource(settings.resolve(file).toUri().toURL());
        }
    }

    @Override
    protected Cluster join(Consumer<JobEvent> reports) throws Exception {
        client.init(conf);
        client.start();
        id = submit();
        await(() -> client.getAMRMToken(id) != null);
        // A user of its own: connections to the ResourceManager are shared by user, and carry an application's token.
        UserGroupInformation master = UserGroupInformation.createRemoteUser(System.getProperty("user.name"));
        master.addToken(client.getAMRMToken(id));
        StagedJob job = new StagedJob(JobFixture.spec(), "", "", List.of(sleeper()), Map.of());
        return master.doAs((PrivilegedExceptionAction<Cluster>) () -> {
            YarnCluster cluster = new YarnCluster(conf, reports);
            cluster.register(ApplicationAttemptId.newInstance(id, 1), NOWHERE, job);
            return cluster;
        });
    }

    @AfterEach
    void closeClient() {
        client.stop();
    }

    @Override
    protected Optional<Outcome> told() throws Exception {
        // Unmanaged masters, unlike others, are let go before their application has ended.
        await(() -> client.getApplicationReport(id).getYarnApplicationState() == YarnApplicationState.FINISHED);
        return Outcome.fromDiagnostics(client.getApplicationReport(id).getDiagnostics());
    }

    private ApplicationId submit() throws Exception {
        ApplicationSubmissionContext application = client.createApplication().getApplicationSubmissionContext();
        application.setApplicationName("contract");
        application.setUnmanagedAM(true);
        application.setMaxAppAttempts(1);
        application.setResource(Resource.newInstance(128, 1));
        application.setAMContainerSpec(Records.newRecord(ContainerLaunchContext.class));
        client.submitApplication(application);
        return application.getApplicationId();
    }

    private static void await(Callable<Boolean> condition) throws InterruptedException {
        assertTrue(Wait.until(() -> holds(condition), Duration.ofSeconds(30)));
    }

    private static boolean holds(Callable<Boolean> condition) {
        try {
            return condition.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** What stands for the runner: it sleeps until it is stopped. */
    private StagedFile sleeper() throws IOException {
        Path archive = directory.resolve("ydl.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("ydl-run.sh"));
            zip.write("exec sleep 600\n".getBytes(StandardCharsets.UTF_8));
        }
        return new StagedFile(
                "ydl",
                archive.toUri().toString(),
                Files.size(archive),
                Files.getLastModifiedTime(archive).toMillis(),
                true);
    }
}
