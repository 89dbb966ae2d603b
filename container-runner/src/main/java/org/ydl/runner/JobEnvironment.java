package org.ydl.runner;

import java.util.Map;
import java.util.TreeMap;
import org.ydl.api.ClusterSpec;
import org.ydl.api.TaskPlace;
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

        variables.putAll(new TaskPlace(spec, runner.task(), false).variables());
        variables.put("YDL_AM", runner.master().toString());
        variables.put("YDL_TARGET", target);
        return variables;
    }
}
