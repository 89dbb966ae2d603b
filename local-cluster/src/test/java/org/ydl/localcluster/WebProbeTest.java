package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WebProbeTest {
    @Test
    void runningNodesAreReadWithTheirPortAndLastReport() {
        String answer =
                """
                {"nodes":{"node":[
                {"rack":"/r","state":"RUNNING","id":"localhost:20001","nodeHostName":"localhost","lastHealthUpdate":17,"x":{}},
                {"rack":"/r","state":"RUNNING","id":"localhost:20002","nodeHostName":"localhost","lastHealthUpdate":18,"x":{}}]}}
                """;

        assertEquals(Map.of(20001, 17L, 20002, 18L), WebProbe.parseNodes(answer));
    }

    @Test
    void anEmptyListHoldsNoNode() {
        assertEquals(Map.of(), WebProbe.parseNodes("{\"nodes\":null}"));
    }
}
