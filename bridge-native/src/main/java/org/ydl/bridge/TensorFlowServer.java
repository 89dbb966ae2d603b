package org.ydl.bridge;

import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;
import org.ydl.bridge.proto.ClusterDef;
import org.ydl.bridge.proto.JobDef;
import org.ydl.bridge.proto.ServerDef;

/**
 * A TensorFlow server in this process: the part of a task that its peers talk to.
 *
 * <p>It works on TensorFlow's own threads and may be used from any thread. It owns its port until the process ends; there
 * is no way to stop it earlier (see {@link TensorFlowC}), so that this class has no {@code close}. It listens on all
 * interfaces and authenticates nobody.
 */
public final class TensorFlowServer {
    /** Must be set to 1 when the process starts: TensorFlow reads it from the C environment, which Java cannot change. */
    public static final String REUSE_PORT_VARIABLE = "TF_GRPC_REUSE_PORT";

    private final String target;

    private TensorFlowServer(String target) {
        this.target = target;
    }

    /** Starts the server of a task. Returns once its port accepts connections; it does not wait for its peers. */
    public static TensorFlowServer start(TensorFlowLibrary library, TaskPlace place) throws TensorFlowException {
        byte[] definition = define(place).toByteArray();
        TaskId task = place.task();
        HostPort address = place.spec().of(task);
        TensorFlowC c = library.functions();
        Pointer status = c.TF_NewStatus();
        try {
            Pointer server = c.TF_NewServer(definition, new NativeLong(definition.length), status);
            check(c, status, "could not make the server of " + task + " at " + address, address);
            c.TF_ServerStart(server, status);
            check(c, status, "could not start the server of " + task + " at " + address, address);
            return new TensorFlowServer(c.TF_ServerTarget(server));
        } finally {
            c.TF_DeleteStatus(status);
        }
    }

    /** What a session connects to: {@code grpc://host:port}. */
    public String target() {
        return target;
    }

    static ServerDef define(TaskPlace place) {
        ClusterDef.Builder cluster = ClusterDef.newBuilder();
        for (Role role : place.spec().addresses().keySet()) {
            JobDef.Builder job = JobDef.newBuilder().setName(role.label());
            place.members(role).forEach((index, address) -> job.putTasks(index, address.toString()));
            cluster.addJob(job);
        }
        TaskId task = place.task();
        return ServerDef.newBuilder()
                .setCluster(cluster)
                .setJobName(task.role().label())
                .setTaskIndex(task.index())
                .setProtocol("grpc")
                .build();
    }

    private static void check(TensorFlowC c, Pointer status, String what, HostPort address) throws TensorFlowException {
        int code = c.TF_GetCode(status);
        if (code != 0) {
            throw new TensorFlowException(what, code, c.TF_Message(status), hint(address.port()));
        }
    }

    /** TensorFlow keeps the cause for its log: the status of a port in use reads like that of any other failure. */
    private static String hint(int port) {
        String reuse = System.getenv(REUSE_PORT_VARIABLE);
        String found = reuse == null ? "it is not set" : "it is '" + reuse + "'";
        return "cause  the error output (stderr) of this process says it, in the lines before this one;"
                + " \"Address already in use\" means that port " + port + " is taken\n"
                + "port   to take over port " + port + " from its reservation, the process must have been started with "
                + REUSE_PORT_VARIABLE + "=1 in its environment; " + found + "\n"
                + "try    the job again: each start takes a port that is free then; 'ss -tlnp' on this node shows who"
                + " listens on port " + port;
    }
}
