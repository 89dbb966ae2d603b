package org.ydl.runner;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.bridge.TensorFlowServer;

/** The environment of the user's process: the container's, the job's own variables, and what ydl tells it. */
record JobEnvironment(RunnerEnvironment runner, Plan plan, ClusterSpec spec, String target) {
    /** @param inherited the environment of the container */
    Map<String, String> over(Map<String, String> inherited) {
        Map<String, String> variables = new TreeMap<>(inherited);
        // With it, a script that starts a server of its own on its address would share the port with ours, and each
        // would get some of the connections. Without it the script gets a clear "Address already in use".
        variables.remove(TensorFlowServer.REUSE_PORT_VARIABLE);
        variables.put("PYTHONUNBUFFERED", "1");
        variables.putAll(plan.environment());
        // The script is a link into the node's cache, and Python looks for modules where it points to: beside the real
        // file, not beside the link, where the job's other files are.
        variables.merge("PYTHONPATH", System.getProperty("user.dir"), (own, here) -> here + ":" + own);

        variables.put("TF_CONFIG", spec.tfConfig(runner.task()));
        variables.put("YDL_APP_ID", runner.appId());
        variables.put("YDL_AM", runner.master().toString());
        variables.put("YDL_ROLE", runner.task().role().label());
        variables.put("YDL_TASK_INDEX", String.valueOf(runner.task().index()));
        variables.put("YDL_GENERATION", String.valueOf(spec.generation()));
        variables.put("YDL_TARGET", target);
        variables.put("YDL_PS_HOSTS", list(spec.of(Role.PS)));
        variables.put("YDL_WORKER_HOSTS", list(spec.of(Role.WORKER)));
        variables.put("YDL_NUM_PS", String.valueOf(spec.of(Role.PS).size()));
        variables.put("YDL_NUM_WORKERS", String.valueOf(spec.of(Role.WORKER).size()));
        return variables;
    }

    private static String list(List<HostPort> addresses) {
        return addresses.stream().map(HostPort::toString).collect(Collectors.joining(","));
    }
}
