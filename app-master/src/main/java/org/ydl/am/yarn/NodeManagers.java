package org.ydl.am.yarn;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.async.NMClientAsync;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.DaemonThreads;

/**
 * Starts and stops containers on their nodes.
 *
 * <p>A dead node does not answer for minutes: no call waits for one, and threads of the client report what came of it. The
 * tokens for the nodes come with the ResourceManager's answers, by a cache that both clients share.
 */
final class NodeManagers {
    private static final Logger LOG = LoggerFactory.getLogger(NodeManagers.class);
    private static final int STOPPING_THREADS = 8;

    private final NMClientAsync client;
    private final Set<ContainerId> adopted = ConcurrentHashMap.newKeySet();
    private final ExecutorService stopping =
            Executors.newFixedThreadPool(STOPPING_THREADS, new DaemonThreads("stopping"));

    /**
     * @param started told each container whose processes were started
     * @param failed told each container that could not be started, and why
     */
    NodeManagers(Configuration conf, Consumer<ContainerId> started, BiConsumer<ContainerId, Throwable> failed) {
        client = NMClientAsync.createNMClientAsync(new Reports(started, failed));
        client.init(conf);
        // Its default is to stop all containers when the client stops: not its decision.
        client.getClient().cleanupRunningContainersOnStop(false);
    }

    void start() {
        client.start();
    }

    void stop() {
        client.stop();
    }

    void launch(Container container, ContainerLaunchContext context) {
        client.startContainerAsync(container, context);
    }

    /** This container was started by a former application master. */
    void adopt(Container container) {
        adopted.add(container.getId());
    }

    /** The asynchronous client stops nothing that it has not started itself; the one behind it does. */
    void stop(Container container) {
        if (adopted.contains(container.getId())) {
            stopping.execute(() -> stopAdopted(container));
        } else {
            client.stopContainerAsync(container.getId(), container.getNodeId());
        }
    }

    private void stopAdopted(Container container) {
        try {
            client.getClient().stopContainer(container.getId(), container.getNodeId());
        } catch (YarnException | IOException e) {
            notStopped(container.getId(), e);
        }
    }

    private static void notStopped(ContainerId container, Throwable cause) {
        // Ended already, or on a dead node; the ResourceManager was asked too.
        LOG.info("{} could not be stopped: {}", container, cause.getMessage());
    }

    private static final class Reports extends NMClientAsync.AbstractCallbackHandler {
        private final Consumer<ContainerId> started;
        private final BiConsumer<ContainerId, Throwable> failed;

        Reports(Consumer<ContainerId> started, BiConsumer<ContainerId, Throwable> failed) {
            this.started = started;
            this.failed = failed;
        }

        @Override
        public void onContainerStarted(ContainerId container, Map<String, ByteBuffer> services) {
            started.accept(container);
        }

        @Override
        public void onStartContainerError(ContainerId container, Throwable cause) {
            LOG.error("{} could not be started", container, cause);
            failed.accept(container, cause);
        }

        @Override
        public void onStopContainerError(ContainerId container, Throwable cause) {
            notStopped(container, cause);
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
