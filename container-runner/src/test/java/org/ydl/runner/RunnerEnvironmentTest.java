package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.TaskId;

class RunnerEnvironmentTest {
    private final Map<String, String> good = Map.of(
            "YDL_AM", "node1:4000",
            "CONTAINER_ID", "container_1_0001_01_000002",
            "YDL_TASK", "worker:1",
            "YDL_ATTEMPT", "0",
            "YDL_APP_ID", "application_1_0001",
            "NM_HOST", "node2",
            "YDL_NATIVE", "native",
            "YDL_PORT_RANGE", "30000-30100",
            "YDL_PORT", "30007",
            "TF_GRPC_REUSE_PORT", "1");

    @Test
    void readsAllOfIt() throws Exception {
        RunnerEnvironment runner = RunnerEnvironment.parse(good);

        assertEquals(
                new RunnerEnvironment(
                        new HostPort("node1", 4000),
                        "container_1_0001_01_000002",
                        TaskId.parse("worker:1"),
                        0,
                        "application_1_0001",
                        "node2",
                        Optional.of(Path.of("native")),
                        Optional.of(new PortRange(30_000, 30_100)),
                        Optional.of(30_007)),
                runner);
    }

    @Test
    void optionalVariablesMayBeMissing() throws Exception {
        Map<String, String> variables = new HashMap<>(good);
        variables.keySet().removeAll(Set.of("NM_HOST", "YDL_NATIVE", "YDL_PORT_RANGE", "YDL_PORT"));

        RunnerEnvironment runner = RunnerEnvironment.parse(variables);

        assertTrue(runner.bundledLibrary().isEmpty() && runner.ports().isEmpty());
        assertTrue(runner.firstPort().isEmpty());
        assertFalse(runner.host().isBlank());
    }

    @Test
    void allProblemsAreReportedTogether() {
        Map<String, String> variables = new HashMap<>(good);
        variables.remove("CONTAINER_ID");
        variables.put("YDL_AM", "nowhere");
        variables.put("YDL_ATTEMPT", "first");
        variables.put("YDL_PORT_RANGE", "9-1");
        variables.remove("TF_GRPC_REUSE_PORT");

        String message = assertThrows(
                        RunnerEnvironment.BadEnvironmentException.class, () -> RunnerEnvironment.parse(variables))
                .getMessage();

        for (String problem : new String[] {
            "CONTAINER_ID is not set",
            "YDL_AM: 'nowhere' is no address",
            "YDL_ATTEMPT: 'first'",
            "YDL_PORT_RANGE: the port range 9-1",
            "TF_GRPC_REUSE_PORT is not set"
        }) {
            assertTrue(message.contains(problem), message);
        }
    }
}
