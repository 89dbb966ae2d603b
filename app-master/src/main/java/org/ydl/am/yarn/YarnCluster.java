package org.ydl.am.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.Cluster;
import org.ydl.am.StagedJob;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.MasterDismissed;

/**
 * The {@link Cluster} port on YARN: asks the ResourceManager for containers and the NodeManagers to run them.
 *
 * <p>The port's calls come from the driver's thread, callbacks from the threads of the two clients; what they share is
 * in concurrent collections. Every role has a priority of its own, because YARN merges requests of one priority and
 * an answer could not be told apart otherwise.
 */
public final class YarnCluster implements Cluster {
    private static final Logger LOG = LoggerFactory.getLogger(YarnCluster.class);
    private static final int FAST_HEARTBEAT_MS = 150;
    private static final int SLOW_HEARTBEAT_MS = 1_000;
    private static final String PORT_RANGE = "YDL_PORT_RANGE";
    private static final Duration UNREGISTER_LIMIT = Duration.ofSeconds(60);

    private final Consumer<JobEvent> events;
    private final AMRMClientAsync<ContainerRequest> resourceManager;
    private final NMClientAsync nodeManagers;
    private final Map<Role, Deque<ContainerRequest>> open = new EnumMap<>(Role.class);
    private final Map<String, Container> allocated = new ConcurrentHashMap<>();
    private TaskLaunch launches;
    private YarnExits exits;
    private Resource largest;

    public YarnCluster(Configuration conf, Consumer<JobEvent> events) {
        this.events = events;
        for (Role role : Role.values()) {
            open.put(role, new ConcurrentLinkedDeque<>());
        }
        resourceManager = AMRMClientAsync.createAMRMClientAsync(FAST_HEARTBEAT_MS, new FromResourceManager());
        resourceManager.init(conf);
        nodeManagers = NMClientAsync.createNMClientAsync(new FromNodeManagers());
        nodeManagers.init(conf);
        // Its default is to stop all containers when the client stops: not its decision.
        nodeManagers.getClient().cleanupRunningContainersOnStop(false);
    }

    /** Becomes the application's master, reachable at the given address. */
    public void register(String appId, HostPort master, StagedJob job) throws IOException, YarnException {
        launches = new TaskLaunch(appId, master, job);
        exits = new YarnExits(Optional.ofNullable(job.containerEnvironment().get(PORT_RANGE)));
        resourceManager.start();
        nodeManagers.start();
        RegisterApplicationMasterResponse cluster =
                resourceManager.registerApplicationMaster(master.host(), master.port(), "");
        // Without it this process knows only the resources of its own configuration. Hadoop 2 names none.
        if (!cluster.getResourceTypes().isEmpty()) {
            ResourceUtils.reinitializeResources(cluster.getResourceTypes());
        }
        largest = cluster.getMaximumResourceCapability();
    }

    @Override
    public void request(Role role, RoleSpec spec) {
        Optional<String> problem = ContainerSize.problem(role, spec.size(), largest);
        if (problem.isPresent()) {
            events.accept(new ClusterFailed(problem.get()));
            return;
        }
        Resource size = ContainerSize.of(spec.size());
        for (int i = 0; i < spec.count(); i++) {
            // No nodes and no racks: YARN refuses them beside a label.
            ContainerRequest request = new ContainerRequest(
                    size, null, null, priority(role), true, spec.nodeLabel().orElse(null));
            open.get(role).add(request);
            resourceManager.addContainerRequest(request);
        }
    }

    @Override
    public void cancelRequests() {
        open.values().forEach(requests -> {
            requests.forEach(resourceManager::removeContainerRequest);
            requests.clear();
        });
    }

    @Override
    public void launch(TaskId task, int attempt, org.ydl.job.Container container) {
        given(container).ifPresent(given -> nodeManagers.startContainerAsync(given, launches.of(task, attempt)));
    }

    @Override
    public void release(String container) {
        allocated.remove(container);
        resourceManager.releaseAssignedContainer(ContainerId.fromString(container));
    }

    /** Through the node, and through the ResourceManager too: a dead node does not answer for minutes. */
    @Override
    public void stop(org.ydl.job.Container container) {
        given(container).ifPresent(given -> {
            nodeManagers.stopContainerAsync(given.getId(), given.getNodeId());
            resourceManager.releaseAssignedContainer(given.getId());
        });
    }

    /** Absent if it has ended, of which the job is about to hear. */
    private Optional<Container> given(org.ydl.job.Container container) {
        return Optional.ofNullable(allocated.get(container.id()));
    }

    @Override
    public void hurry(boolean waiting) {
        resourceManager.setHeartbeatInterval(waiting ? FAST_HEARTBEAT_MS : SLOW_HEARTBEAT_MS);
    }

    @Override
    public void finish(Outcome outcome) {
        // The client's own retries have no bound that would suit an application that has ended.
        Thread telling = new Thread(() -> unregister(outcome), "unregister");
        telling.setDaemon(true);
        telling.start();
        try {
            telling.join(UNREGISTER_LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (telling.isAlive()) {
            LOG.error("the ResourceManager did not take note of the outcome {} within {}", outcome, UNREGISTER_LIMIT);
        }
    }

    private void unregister(Outcome outcome) {
        try {
            resourceManager.unregisterApplicationMaster(
                    FinalApplicationStatus.valueOf(outcome.verdict()), outcome.diagnostics(), "");
            resourceManager.stop();
            nodeManagers.stop();
        } catch (YarnException | IOException e) {
            LOG.error("YARN was not told the outcome {}", outcome, e);
        }
    }

    private static Priority priority(Role role) {
        return Priority.newInstance(role.ordinal() + 1);
    }

    private static Role role(Priority priority) {
        return Role.values()[priority.getPriority() - 1];
    }

    private final class FromResourceManager extends AMRMClientAsync.AbstractCallbackHandler {
        @Override
        public void onContainersAllocated(List<Container> containers) {
            for (Container container : containers) {
                Role role = role(container.getPriority());
                // What was satisfied must be taken back, or the client asks for it again after every resync.
                ContainerRequest satisfied = open.get(role).poll();
                if (satisfied != null) {
                    resourceManager.removeContainerRequest(satisfied);
                }
                allocated.put(container.getId().toString(), container);
                events.accept(new ContainerAllocated(
                        role,
                        new org.ydl.job.Container(
                                container.getId().toString(),
                                container.getNodeId().getHost())));
            }
        }

        @Override
        public void onContainersCompleted(List<ContainerStatus> statuses) {
            for (ContainerStatus status : statuses) {
                LOG.info("{} ended: {}", status.getContainerId(), status);
                allocated.remove(status.getContainerId().toString());
                events.accept(new ContainerEnded(status.getContainerId().toString(), exits.reason(status)));
            }
        }

        @Override
        public void onShutdownRequest() {
            events.accept(new MasterDismissed());
        }

        @Override
        public void onError(Throwable cause) {
            LOG.error("the ResourceManager's client failed", cause);
            events.accept(new ClusterFailed(cause.toString()));
        }

        @Override
        public void onContainersUpdated(List<UpdatedContainer> containers) {}

        @Override
        public void onNodesUpdated(List<NodeReport> updated) {}

        @Override
        public float getProgress() {
            return 0;
        }
    }

    private final class FromNodeManagers extends NMClientAsync.AbstractCallbackHandler {
        @Override
        public void onContainerStarted(ContainerId container, Map<String, ByteBuffer> services) {
            events.accept(new ContainerStarted(container.toString()));
        }

        @Override
        public void onStartContainerError(ContainerId container, Throwable cause) {
            LOG.error("{} could not be started", container, cause);
            resourceManager.releaseAssignedContainer(container);
            events.accept(new ContainerEnded(container.toString(), YarnExits.launchFailed(cause)));
        }

        @Override
        public void onStopContainerError(ContainerId container, Throwable cause) {
            // Ended already, or on a dead node; the ResourceManager was asked too.
            LOG.info("{} could not be stopped: {}", container, cause.getMessage());
        }

        @Override
        public void onContainerStopped(ContainerId container) {}

        @Override
        public void onContainerStatusReceived(ContainerId container, ContainerStatus status) {}

        @Override
        public void onGetContainerStatusError(ContainerId container, Throwable cause) {}

        @Override
        @SuppressWarnings("deprecation") // abstract all the same
        public void onContainerResourceIncreased(ContainerId container, Resource resource) {}

        @Override
        public void onContainerResourceUpdated(ContainerId container, Resource resource) {}

        @Override
        public void onUpdateContainerResourceError(ContainerId container, Throwable cause) {}

        @Override
        @SuppressWarnings("deprecation") // abstract all the same
        public void onIncreaseContainerResourceError(ContainerId container, Throwable cause) {}
    }
}
