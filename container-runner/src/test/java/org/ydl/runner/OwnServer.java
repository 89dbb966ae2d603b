package org.ydl.runner;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;
import org.ydl.bridge.TensorFlowException;
import org.ydl.bridge.TensorFlowLibrary;
import org.ydl.bridge.TensorFlowServer;

/** A job's program that starts a TensorFlow server at its own address, as {@code tf.distribute.Server} does in Python. */
final class OwnServer {
    private OwnServer() {}

    /** Takes the library; prints a line of what came of the server, and lives until it is ended. */
    public static void main(String[] args) throws Exception {
        HostPort own = HostPort.parse(System.getenv("YDL_WORKER_HOSTS"));
        ClusterSpec spec = new ClusterSpec("application_1_0001", 1, new TreeMap<>(Map.of(Role.WORKER, List.of(own))));
        try {
            TensorFlowServer server = TensorFlowServer.start(
                    TensorFlowLibrary.load(Path.of(args[0])), new TaskPlace(spec, new TaskId(Role.WORKER, 0), false));
            System.out.println("serving at " + server.target());
        } catch (TensorFlowException e) {
            System.out.println("failed: " + e.getMessage().replace('\n', '|'));
            System.exit(1);
        }
        Thread.currentThread().join();
    }
}
