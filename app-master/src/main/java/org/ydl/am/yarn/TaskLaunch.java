package org.ydl.am.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.ydl.am.StagedJob;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;

/** What a task's container is made of: its files and tokens, and its {@link ContainerPlan}. */
final class TaskLaunch {
    private final String appId;
    private final HostPort master;
    private final ContainerPlan plan;
    private final Map<String, LocalResource> files;
    private final ByteBuffer tokens;

    TaskLaunch(String appId, HostPort master, StagedJob job) throws IOException {
        this.appId = appId;
        this.master = master;
        this.plan = new ContainerPlan(job.containerEnvironment());
        this.files = LocalFiles.of(job.taskFiles());
        this.tokens = tokens();
    }

    ContainerLaunchContext of(TaskId task, int attempt, Optional<Integer> port) {
        return ContainerLaunchContext.newInstance(
                files,
                plan.environment(appId, master.toString(), task, attempt, port),
                List.of(plan.command()),
                Map.of(),
                tokens.duplicate(),
                Map.of());
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
