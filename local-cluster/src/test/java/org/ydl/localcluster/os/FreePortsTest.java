package org.ydl.localcluster.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
    @Test
    void chosenPortsAreDifferentAndBelowThoseOfOutgoingConnections() throws Exception {
        List<Integer> chosen = new FreePorts(new Random(3)).choose(50, Set.of());

        assertEquals(50, new HashSet<>(chosen).size());
        assertTrue(chosen.stream().allMatch(port -> port >= FreePorts.FIRST && port <= FreePorts.LAST));
    }

    @Test
    void aPortThatIsAvoidedIsNotChosen() throws Exception {
        int first = new FreePorts(new Random(3)).choose(1, Set.of()).get(0);

        List<Integer> chosen = new FreePorts(new Random(3)).choose(5, Set.of(first));

        assertFalse(chosen.contains(first));
    }

    @Test
    void aPortWithAListenerIsNotFree() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertFalse(FreePorts.isFree(listener.getLocalPort()));
        }
    }
}
