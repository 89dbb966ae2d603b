package org.ydl.am.yarn;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.UpdatedContainer;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.async.AMRMClientAsync;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.Cluster;
import org.ydl.am.DaemonThreads;
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
import org.ydl.job.JobEvent.ContainersSurvived;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.NodesCounted;

/**
 * The {@link Cluster} port on YARN: asks the ResourceManager for containers and the NodeManagers to run them.
 *
 * <p>The port's calls come from the driver's thread, callbacks from the threads of the two clients; what they share is
 * in concurrent collections. See {@link OpenRequests} for how answers are told apart.
 */
public final class YarnCluster implements Cluster {
    private static final Logger LOG = LoggerFactory.getLogger(YarnCluster.class);
    private static final int FAST_HEARTBEAT_MS = 150;
    private static final int SLOW_HEARTBEAT_MS = 1_000;

    /** Enough for a ResourceManager that is being started again: an outcome that it misses is lost with this attempt. */
    private static final Duration UNREGISTER_LIMIT = Duration.ofMinutes(3);

    private final Consumer<JobEvent> events;
    private final AMRMClientAsync<ContainerRequest> resourceManager;
    private final NodeManagers nodeManagers;
    private final OpenRequests open = new OpenRequests();
    private final Map<String, Container> allocated = new ConcurrentHashMap<>();
    private final Contact contact = new Contact(System::nanoTime);
    private final CompletableFuture<Registration> registration = new CompletableFuture<>();
    private volatile boolean unregistered;
    private SortedSet<String> excluded = new TreeSet<>();

    /**
     * What is known once YARN knows this application master.
     *
     * @param largest container that the cluster gives
     */
    private record Registration(TaskLaunch launches, YarnExits exits, Resource largest) {}

    public YarnCluster(Configuration conf, Consumer<JobEvent> events) {
        this.events = events;
        resourceManager = AMRMClientAsync.createAMRMClientAsync(FAST_HEARTBEAT_MS, new FromResourceManager());
        resourceManager.init(conf);
        nodeManagers = new NodeManagers(
                conf, container -> events.accept(new ContainerStarted(container.toString())), this::notStarted);
    }

    /**
     * Becomes the application's master, reachable at the given address. All but the first one is told which containers of
     * its predecessors live, before anything else about a container.
     */
    public void register(ApplicationAttemptId attempt, HostPort master, StagedJob job)
            throws IOException, YarnException {
        resourceManager.start();
        nodeManagers.start();
        RegisterApplicationMasterResponse cluster =
                resourceManager.registerApplicationMaster(master.host(), master.port(), "");
        contact.answered();
        // Without it this process knows only the resources of its own configuration. Hadoop 2 names none.
        if (!cluster.getResourceTypes().isEmpty()) {
            ResourceUtils.reinitializeResources(cluster.getResourceTypes());
        }
        if (attempt.getAttemptId() > 1) {
            survived(cluster.getContainersFromPreviousAttempts());
        }
        registration.complete(new Registration(
                new TaskLaunch(attempt.getApplicationId().toString(), master, job),
                new YarnExits(job.ports()),
                cluster.getMaximumResourceCapability()));
    }

    /** Waits for it: heartbeats begin within, and a container's end could come before it is said to live. */
    private Registration registration() {
        return registration.join();
    }

    private void survived(List<Container> containers) {
        LOG.info("{} containers of former application masters live", containers.size());
        for (Container container : containers) {
            nodeManagers.adopt(container);
            allocated.put(container.getId().toString(), container);
        }
        events.accept(new ContainersSurvived(
                containers.stream().map(YarnCluster::forJob).toList()));
    }

    @Override
    public void request(Role role, RoleSpec spec, int count, Optional<String> preferred) {
        Optional<String> problem =
                ContainerSize.problem(role, spec.size(), registration().largest());
        if (problem.isPresent()) {
            events.accept(new ClusterFailed(problem.get()));
            return;
        }
        open.ask(role, ContainerSize.of(spec.size()), count, preferred, spec.nodeLabel())
                .forEach(resourceManager::addContainerRequest);
    }

    @Override
    public void cancelRequests() {
        open.takeBack().forEach(resourceManager::removeContainerRequest);
    }

    @Override
    public void exclude(SortedSet<String> hosts) {
        List<String> added =
                hosts.stream().filter(host -> !excluded.contains(host)).toList();
        List<String> removed =
                excluded.stream().filter(host -> !hosts.contains(host)).toList();
        excluded = hosts;
        // Hadoop takes out of these lists what cancels out.
        resourceManager.updateBlacklist(new ArrayList<>(added), new ArrayList<>(removed));
    }

    @Override
    public void launch(TaskId task, int attempt, org.ydl.job.Container container, Optional<Integer> port) {
        given(container)
                .ifPresent(given ->
                        nodeManagers.launch(given, registration().launches().of(task, attempt, port)));
    }

    @Override
    public void release(String container) {
        allocated.remove(container);
        resourceManager.releaseAssignedContainer(ContainerId.fromString(container));
    }

    /**
     * Through the node, and through the ResourceManager too: a dead node does not answer for minutes, and one that is not
     * back yet after a restart of the ResourceManager is told when it is. Without the ResourceManager, which knows whose
     * the container is by now, the node is left alone.
     */
    @Override
    public void stop(org.ydl.job.Container container) {
        if (contact.isLost()) {
            LOG.warn("{} is stopped when the ResourceManager answers again", container.id());
        } else {
            given(container).ifPresent(nodeManagers::stop);
        }
        resourceManager.releaseAssignedContainer(ContainerId.fromString(container.id()));
    }

    /** Absent if it has ended, of which the job is about to hear. */
    private Optional<Container> given(org.ydl.job.Container container) {
        return Optional.ofNullable(allocated.get(container.id()));
    }

    private void notStarted(ContainerId container, Throwable cause) {
        resourceManager.releaseAssignedContainer(container);
        events.accept(new ContainerEnded(container.toString(), YarnExits.launchFailed(cause)));
    }

    @Override
    public void hurry(boolean waiting) {
        resourceManager.setHeartbeatInterval(waiting ? FAST_HEARTBEAT_MS : SLOW_HEARTBEAT_MS);
    }

    @Override
    public void finish(Outcome outcome) {
        // The client's own retries have no bound that would suit an application that has ended.
        if (!new DaemonThreads("unregister").run(() -> unregister(outcome), UNREGISTER_LIMIT)) {
            LOG.error("the ResourceManager did not take note of the outcome {} within {}", outcome, UNREGISTER_LIMIT);
        }
    }

    private void unregister(Outcome outcome) {
        try {
            resourceManager.unregisterApplicationMaster(
                    FinalApplicationStatus.valueOf(outcome.verdict()), outcome.diagnostics(), "");
            unregistered = true;
            resourceManager.stop();
            nodeManagers.stop();
        } catch (YarnException | IOException e) {
            LOG.error("YARN was not told the outcome {}", outcome, e);
        }
    }

    /** Whether YARN knows the outcome. If not, it starts another application master, which needs all that is staged. */
    public boolean isUnregistered() {
        return unregistered;
    }

    private static org.ydl.job.Container forJob(Container container) {
        return new org.ydl.job.Container(
                container.getId().toString(), container.getNodeId().getHost());
    }

    private final class FromResourceManager extends AMRMClientAsync.AbstractCallbackHandler {
        private int nodes;

        @Override
        public void onContainersAllocated(List<Container> containers) {
            registration();
            for (Container container : containers) {
                // What was satisfied must be taken back, or the client asks for it again after every resync.
                open.satisfiedBy(container).ifPresent(resourceManager::removeContainerRequest);
                Role role = OpenRequests.role(container.getPriority()).orElseThrow();
                allocated.put(container.getId().toString(), container);
                events.accept(new ContainerAllocated(role, forJob(container)));
            }
        }

        @Override
        public void onContainersReceivedFromPreviousAttempts(List<Container> containers) {
            registration();
            survived(containers);
        }

        @Override
        public void onContainersCompleted(List<ContainerStatus> statuses) {
            registration();
            for (ContainerStatus status : statuses) {
                LOG.info("{} ended: {}", status.getContainerId(), status);
                String container = status.getContainerId().toString();
                Optional<Container> given = Optional.ofNullable(allocated.remove(container));
                events.accept(
                        new ContainerEnded(container, registration().exits().reason(status, given)));
            }
        }

        @Override
        public void onShutdownRequest() {
            events.accept(new MasterDismissed());
        }

        @Override
        public void onError(Throwable cause) {
            LOG.error("the ResourceManager's client failed", cause);
            MasterFault.meaning(cause).ifPresent(events);
        }

        @Override
        public void onContainersUpdated(List<UpdatedContainer> containers) {}

        @Override
        public void onNodesUpdated(List<NodeReport> updated) {}

        /** Asked after every answer of the ResourceManager, each of which says how many nodes there are. */
        @Override
        public float getProgress() {
            contact.answered();
            int counted = resourceManager.getClusterNodeCount();
            if (counted != nodes) {
                nodes = counted;
                events.accept(new NodesCounted(counted));
            }
            return 0;
        }
    }
}
