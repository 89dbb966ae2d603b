package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Server;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.PortRange;

class NetworkTest {
    private final List<String> problems = new ArrayList<>();

    @Test
    void servesWithinTheRange() throws IOException {
        // Below the ephemeral ports, and more than anybody has there.
        PortRange range = new PortRange(20_000, 29_999);

        assertTrue(range.contains(portOf(Optional.of(range))));

        assertEquals(List.of(), problems);
    }

    @Test
    void twoDoNotMeetInARange() throws IOException {
        Network network = new Network(Optional.of(new PortRange(20_000, 29_999)), problems::add);
        List<Server> servers = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                servers.add(network.serve(List.of()));
            }

            assertEquals(5, servers.stream().map(Server::getPort).distinct().count());
        } finally {
            servers.forEach(Server::shutdownNow);
        }
    }

    @Test
    void exhaustedRangeIsToldAndAnotherPortServes() throws IOException {
        try (ServerSocket other = new ServerSocket(0)) {
            int taken = other.getLocalPort();

            assertNotEquals(taken, portOf(Optional.of(new PortRange(taken, taken))));

            assertEquals(1, problems.size());
            assertTrue(
                    problems.get(0).startsWith("no free port in " + taken + "-" + taken + " (1 port): "),
                    problems::toString);
        }
    }

    @Test
    void withoutARangeAnyPortServes() throws IOException {
        assertNotEquals(0, portOf(Optional.empty()));
    }

    private int portOf(Optional<PortRange> range) throws IOException {
        Server server = new Network(range, problems::add).serve(List.of());
        try {
            return server.getPort();
        } finally {
            server.shutdownNow();
        }
    }
}
