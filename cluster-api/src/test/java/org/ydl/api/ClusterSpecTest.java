package org.ydl.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ClusterSpecTest {
    private final ClusterSpec spec = new ClusterSpec(
            "application_1_0001",
            1,
            new TreeMap<>(Map.of(
                    Role.WORKER,
                    List.of(new HostPort("a", 1), new HostPort("b", 2)),
                    Role.PS,
                    List.of(new HostPort("c", 3)))));

    @Test
    void jsonIsWhatTensorFlowTakes() {
        assertEquals("{\"ps\":[\"c:3\"],\"worker\":[\"a:1\",\"b:2\"]}", spec.toJson());
        assertEquals(
                "{\"cluster\":{\"ps\":[\"c:3\"],\"worker\":[\"a:1\",\"b:2\"]},\"task\":{\"type\":\"worker\",\"index\":1}}",
                new TaskPlace(spec, new TaskId(Role.WORKER, 1), false).tfConfig());
    }

    @Test
    void messageCarriesItWhole() {
        assertEquals(spec, ClusterSpec.from(spec.toMessage()));
    }

    @Test
    void tasksAndAddressesAreReadAsWritten() {
        assertEquals(new TaskId(Role.WORKER, 12), TaskId.parse("worker:12"));
        assertEquals(new HostPort("[::1]", 80), HostPort.parse("[::1]:80"));
        for (String wrong : List.of("worker", "worker:x", "worker:-1", "nobody:1", ":1", "")) {
            assertThrows(IllegalArgumentException.class, () -> TaskId.parse(wrong), wrong);
        }
        for (String wrong : List.of("host", "host:0", "host:65536", ":1", "")) {
            assertThrows(IllegalArgumentException.class, () -> HostPort.parse(wrong), wrong);
        }
    }
}
