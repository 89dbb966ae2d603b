package org.ydl.bridge;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;

/** Starts a real TensorFlow server as worker:0, prints a line about it and lives until its input ends. */
final class ServerMain {
    private ServerMain() {}

    public static void main(String[] args) throws Exception {
        boolean reserve = args[1].equals("reserve");
        PortReservation reservation = PortReservation.reserve(Optional.empty());
        int port = reserve ? reservation.port() : Integer.parseInt(args[1]);
        if (reserve) {
            System.out.println("reserved " + port);
        }
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        addresses.put(Role.WORKER, List.of(new HostPort("localhost", port)));
        try {
            TensorFlowLibrary library = TensorFlowLibrary.find(
                    new LibraryPlaces(Optional.empty(), Optional.empty(), Map.of(), Optional.of(Path.of(args[0]))));
            TensorFlowServer server = TensorFlowServer.start(
                    library,
                    new TaskPlace(
                            new ClusterSpec("application_1_0001", 1, addresses), new TaskId(Role.WORKER, 0), false));
            reservation.close();
            System.out.println("target " + server.target());
        } catch (TensorFlowException e) {
            System.out.println("failed " + e.getMessage().replace('\n', '|'));
        }
        while (System.in.read() >= 0) {
            // Lives until the test closes its end or kills it.
        }
    }
}
