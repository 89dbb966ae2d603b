package org.ydl.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
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
    void aReservedPortRefusesConnections() throws Exception {
        int port = reserve(Optional.empty());

        assertThrows(ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
    }

    @Test
    void aRangeIsReadAndChecked() {
        assertEquals(new PortRange(30_000, 30_100), PortRange.parse("30000-30100"));
        assertEquals(new PortRange(30_000, 30_000), PortRange.parse("30000"));
        assertThrows(IllegalArgumentException.class, () -> PortRange.parse("30100-30000"));
        assertThrows(IllegalArgumentException.class, () -> PortRange.parse("many"));
        assertThrows(IllegalArgumentException.class, () -> PortRange.parse("1-2-3"));
    }

    private int reserve(Optional<PortRange> range) throws IOException {
        PortReservation reservation = PortReservation.reserve(range);
        synchronized (held) {
            held.add(reservation);
        }
        return reservation.port();
    }

    private List<Integer> reserveAtOnce(int count, Optional<PortRange> range) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                tasks.add(() -> reserve(range));
            }
            List<Integer> ports = new ArrayList<>();
            for (Future<Integer> port : threads.invokeAll(tasks)) {
                ports.add(port.get());
            }
            return ports;
        } finally {
            threads.shutdownNow();
        }
    }
}
