package org.ydl.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ydl.api.PortRange;

class PortReservationTest {
    private final List<PortReservation> held = new ArrayList<>();

    @AfterEach
    void releaseAll() throws IOException {
        for (PortReservation reservation : held) {
            reservation.close();
        }
    }

    @Test
    void twoReservationsNeverShareAPort() throws Exception {
        Set<Integer> ports = new HashSet<>(reserveAtOnce(1_000, Optional.empty()));

        assertEquals(1_000, ports.size());
    }

    @Test
    void twoReservationsNeverShareAPortOfARange() throws Exception {
        // Below the ephemeral ports. Others may use these as well: then the next hundred.
        for (int first = 20_000; first < 30_000; first += 100) {
            PortRange range = new PortRange(first, first + 99);
            List<Integer> ports = new ArrayList<>();
            try {
                ports.addAll(reserveAtOnce(60, Optional.of(range)));
            } catch (ExecutionException taken) {
                releaseAll();
                continue;
            }

            assertEquals(60, new HashSet<>(ports).size());
            assertTrue(ports.stream().allMatch(port -> port >= range.first() && port <= range.last()));
            return;
        }
        fail("no range had 60 free ports");
    }

    @Test
    void anExhaustedRangeIsNamed() throws Exception {
        int taken = reserve(Optional.empty());
        PortRange range = new PortRange(taken, taken);

        IOException failure = assertThrows(IOException.class, () -> reserve(Optional.of(range)));

        String expected = "no free port in " + range + " (1 port): ";
        assertTrue(failure.getMessage().startsWith(expected), failure.getMessage());
        assertTrue(failure.getMessage().contains("--port-range"), failure.getMessage());
    }

    @Test
    void aPortThatSomeoneListensOnIsSkipped() throws Exception {
        try (ServerSocket other = new ServerSocket(0)) {
            PortRange range = new PortRange(other.getLocalPort(), other.getLocalPort());

            assertThrows(IOException.class, () -> reserve(Optional.of(range)));
        }
    }

    @Test
    void aPreferredPortIsTakenIfItIsFree() throws Exception {
        int free = freePort();

        assertEquals(free, prefer(free, Optional.empty()));
    }

    @Test
    void aPreferredPortThatSomeoneHasOrThatIsNotAllowedIsLeftAlone() throws Exception {
        int held = reserve(Optional.empty());
        int free = freePort();

        assertNotEquals(held, prefer(held, Optional.empty()));
        assertEquals(free, prefer(held, Optional.of(new PortRange(free, free))));
        try (ServerSocketChannel other = listen(0)) {
            assertNotEquals(port(other), prefer(port(other), Optional.empty()));
        }
    }

    /** The side that closes first, as a killed server does, keeps the port for a minute. */
    @Test
    void aPortIsFreeThoughConnectionsOfAServerThatIsGoneLinger() throws Exception {
        int port = lingering();
        assertThrows(BindException.class, () -> new Socket().bind(new InetSocketAddress(port)));

        assertEquals(port, prefer(port, Optional.empty()));

        assertNotEquals(port, prefer(port, Optional.empty()));
        try (ServerSocketChannel server = listen(port)) {
            assertEquals(port, port(server));
        }
    }

    @Test
    void manyThatWantTheSamePortShareNone() throws Exception {
        for (int port : List.of(freePort(), lingering(), lingering(), lingering())) {
            List<Integer> ports = atOnce(50, () -> prefer(port, Optional.empty()));

            assertEquals(50, new HashSet<>(ports).size());
        }
    }

    @Test
    void aReservedPortRefusesConnections() throws Exception {
        int port = reserve(Optional.empty());

        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    }

    private int reserve(Optional<PortRange> range) throws IOException {
        return hold(PortReservation.reserve(range));
    }

    private int prefer(int port, Optional<PortRange> range) throws IOException {
        return hold(PortReservation.reserve(port, range));
    }

    private int hold(PortReservation reservation) {
        synchronized (held) {
            held.add(reservation);
        }
        return reservation.port();
    }

    private static int freePort() throws IOException {
        try (PortReservation reservation = PortReservation.reserve(Optional.empty())) {
            return reservation.port();
        }
    }

    /** A port with a connection whose server has closed it first. */
    private static int lingering() throws IOException {
        try (ServerSocketChannel server = listen(0)) {
            try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                server.accept().close();
                assertEquals(-1, client.read(ByteBuffer.allocate(1)));
            }
            return port(server);
        }
    }

    /** As a TensorFlow server listens. */
    private static ServerSocketChannel listen(int port) throws IOException {
        return ServerSocketChannel.open()
                .setOption(StandardSocketOptions.SO_REUSEADDR, true)
                .setOption(StandardSocketOptions.SO_REUSEPORT, true)
                .bind(new InetSocketAddress(port));
    }

    private static int port(ServerSocketChannel server) throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    private List<Integer> reserveAtOnce(int count, Optional<PortRange> range) throws Exception {
        return atOnce(count, () -> reserve(range));
    }

    private static List<Integer> atOnce(int count, Callable<Integer> reserve) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Integer> ports = new ArrayList<>();
            for (Future<Integer> port : threads.invokeAll(Collections.nCopies(count, reserve))) {
                ports.add(port.get());
            }
            return ports;
        } finally {
            threads.shutdownNow();
        }
    }
}
