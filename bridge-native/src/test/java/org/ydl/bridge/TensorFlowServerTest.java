package org.ydl.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;
import org.ydl.bridge.proto.ServerDef;

@Timeout(60)
class TensorFlowServerTest {
    @Test
    void takesOverTheReservedPortAndAcceptsConnections() throws Exception {
        try (ServerProcess server = ServerProcess.start(true, Optional.empty())) {
            int port = Integer.parseInt(server.nextLine().orElseThrow().substring("reserved ".length()));

            assertEquals("target grpc://localhost:" + port, server.nextLine().orElseThrow());
            for (int i = 0; i < 20; i++) {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress("localhost", port), 5_000);
                }
            }
        }
    }

    @Test
    void withoutTheVariableAReservedPortIsAClearFailure() throws Exception {
        try (ServerProcess server = ServerProcess.start(false, Optional.empty())) {
            String port = server.nextLine().orElseThrow().substring("reserved ".length());

            String answer = server.nextLine().orElseThrow();

            assertTrue(answer.startsWith("failed could not make the server of worker:0 at localhost:" + port), answer);
            assertTrue(answer.contains("TF_GRPC_REUSE_PORT=1 in its environment; it is not set"), answer);
        }
    }

    @Test
    void aPortInUseIsAnExceptionAndNoAbort() throws Exception {
        try (ServerSocket other = new ServerSocket(0);
                ServerProcess server = ServerProcess.start(true, Optional.of(other.getLocalPort()))) {
            String answer = server.nextLine().orElseThrow();

            assertTrue(answer.contains("(code "), answer);
            assertTrue(answer.contains("port " + other.getLocalPort() + " is taken"), answer);
            assertTrue(answer.contains("stderr"), answer);
        }
    }

    @Test
    void aKilledProcessFreesItsPort() throws Exception {
        boolean free = false;
        for (int round = 0; round < 3 && !free; round++) { // someone else may have been quicker to take it
            free = isFree(portOfKilledServer());
        }

        assertTrue(free);
    }

    @Test
    void aSparseServerKnowsOfNoOtherWorker() {
        ClusterSpec spec = new ClusterSpec(
                "application_1_0001",
                1,
                new TreeMap<>(Map.of(
                        Role.PS,
                        List.of(new HostPort("c", 3)),
                        Role.WORKER,
                        List.of(new HostPort("a", 1), new HostPort("b", 2)))));

        ServerDef server = TensorFlowServer.define(new TaskPlace(spec, new TaskId(Role.WORKER, 1), true));

        assertEquals(Map.of(0, "c:3"), server.getCluster().getJob(0).getTasksMap());
        assertEquals(Map.of(1, "b:2"), server.getCluster().getJob(1).getTasksMap());
        assertEquals(1, server.getTaskIndex());
    }

    private static int portOfKilledServer() throws Exception {
        try (ServerProcess server = ServerProcess.start(true, Optional.empty())) {
            int port = Integer.parseInt(server.nextLine().orElseThrow().substring("reserved ".length()));
            assertEquals("target grpc://localhost:" + port, server.nextLine().orElseThrow());
            server.kill();
            return port;
        }
    }

    private static boolean isFree(int port) {
        try (PortReservation again = PortReservation.reserve(Optional.of(new PortRange(port, port)))) {
            return again.port() == port;
        } catch (IOException taken) {
            return false;
        }
    }
}
