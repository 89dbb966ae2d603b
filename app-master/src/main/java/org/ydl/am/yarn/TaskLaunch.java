package org.ydl.am.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.ydl.am.StagedJob;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;

/** What a task's container is made of: its files, its environment, its command. */
final class TaskLaunch {
    /**
     * The heap is small because the memory belongs to TensorFlow, which allocates outside of it. JNA unpacks its
     * library into the container's own directory, which YARN removes.
     */
    private static final String COMMAND = "/bin/bash ydl/ydl-run.sh ${JAVA_HOME:+$JAVA_HOME/bin/}java"
            + " -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:-UsePerfData -Djna.tmpdir=."
            + " -cp 'ydl/*' org.ydl.runner.Runner 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr";

    private final String appId;
    private final HostPort master;
    private final StagedJob job;
    private final Map<String, LocalResource> files;
    private final ByteBuffer tokens;

    TaskLaunch(String appId, HostPort master, StagedJob job) throws IOException {
        this.appId = appId;
        this.master = master;
        this.job = job;
        this.files = LocalFiles.of(job.taskFiles());
        this.tokens = tokens();
    }

    ContainerLaunchContext of(TaskId task, int attempt) {
        Map<String, String> environment = new LinkedHashMap<>(job.containerEnvironment());
        environment.put("YDL_AM", master.toString());
        environment.put("YDL_APP_ID", appId);
        environment.put("YDL_TASK", task.toString());
        environment.put("YDL_ATTEMPT", Integer.toString(attempt));
        return ContainerLaunchContext.newInstance(
                files, environment, List.of(COMMAND), Map.of(), tokens.duplicate(), Map.of());
    }

    /** All of this process' tokens but the one that makes it the application master. */
    private static ByteBuffer tokens() throws IOException {
        Credentials credentials = new Credentials();
        for (var token : UserGroupInformation.getCurrentUser().getCredentials().getAllTokens()) {
            if (!token.getKind().equals(AMRMTokenIdentifier.KIND_NAME)) {
                credentials.addToken(token.getService(), token);
            }
        }
        DataOutputBuffer buffer = new DataOutputBuffer();
        credentials.writeTokenStorageToStream(buffer);
        return ByteBuffer.wrap(buffer.getData(), 0, buffer.getLength());
    }
}
