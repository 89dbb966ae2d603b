package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.PortRange;
import org.ydl.api.v1.RunnerControlGrpc;
import org.ydl.bridge.PortReservation;

@Timeout(60)
class NetworkTest {
    private final Network network = new Network();

    @AfterEach
    void leave() {
        network.leave();
    }

    @Test
    void servesAtTheUpperEndOfTheRangeAndLeavesTheLowerToTensorFlow() throws Exception {
        PortRange range = RunnerFixture.freeRange(3);

        assertEquals(range.last(), serve(0, Optional.of(range)));
        assertEquals(range.last() - 1, serve(0, Optional.of(range)));
        try (PortReservation task = PortReservation.reserve(Optional.of(range))) {
            assertEquals(range.first(), task.port());
        }
    }

    @Test
    void aRangeThatIsUsedUpIsNamed() throws Exception {
        PortRange range = RunnerFixture.freeRange(1);
        try (PortReservation task = PortReservation.reserve(Optional.of(range))) {
            assertEquals(range.first(), task.port());

            IOException failure = assertThrows(IOException.class, () -> serve(0, Optional.of(range)));

            assertTrue(failure.getMessage().startsWith("no free port in " + range), failure.getMessage());
        }
    }

    @Test
    void servesAtThePreferredPortIfThatIsFreeAndAllowed() throws Exception {
        PortRange range = RunnerFixture.freeRange(3);

        assertEquals(range.first(), serve(range.first(), Optional.of(range)));
        assertEquals(range.last(), serve(range.first(), Optional.of(range)));
        assertEquals(range.first() + 1, serve(range.first() + 1, Optional.empty()));
        try (PortReservation elsewhere = PortReservation.reserve(Optional.empty())) {
            assertNotEquals(elsewhere.port(), serve(elsewhere.port(), Optional.empty()));
        }
    }

    @Test
    void servesAtAPreferredPortThatConnectionsOfTheFormerRunnerLingerOn() throws Exception {
        int port = serve(0, Optional.empty());
        try (Socket peer = new Socket("localhost", port)) {
            assertNotEquals(-1, peer.getInputStream().read());
            network.leave();
            peer.getInputStream().readAllBytes();
        }
        assertThrows(BindException.class, () -> new Socket().bind(new InetSocketAddress(port)));

        Network next = new Network();

        assertEquals(port, next.serve(port, Optional.empty(), service()));
        next.leave();
    }

    @Test
    void nobodyCanShareItsPort() throws Exception {
        int port = serve(0, Optional.of(RunnerFixture.freeRange(1)));

        try (SocketChannel other = SocketChannel.open()) {
            other.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            other.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            assertThrows(BindException.class, () -> other.bind(new InetSocketAddress(port)));
        }
    }

    private int serve(int preferred, Optional<PortRange> range) throws IOException {
        return network.serve(preferred, range, service());
    }

    private static RunnerControlGrpc.RunnerControlImplBase service() {
        return new RunnerControlGrpc.RunnerControlImplBase() {};
    }
}
