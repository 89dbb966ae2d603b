package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;

@Timeout(20)
class TensorFlowBridgeTest {
    @Test
    void aLibraryThatIsNeverLoadedIsNotAwaitedForEver() {
        TensorFlowBridge bridge = new TensorFlowBridge(Optional.empty(), Duration.ofMillis(10));
        ClusterSpec spec = new ClusterSpec(
                "application_1_0001", 1, new TreeMap<>(Map.of(Role.WORKER, List.of(new HostPort("localhost", 1)))));

        Server.ServerFailedException failure = assertThrows(
                Server.ServerFailedException.class,
                () -> bridge.start(new TaskPlace(spec, new TaskId(Role.WORKER, 0), false)));

        assertTrue(failure.getMessage().contains("in vain for libtensorflow to be found and loaded"));
    }
}
