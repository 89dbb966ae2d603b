package org.ydl.am.yarn;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ydl.api.TaskId;

/**
 * The command and the environment of a task's container. Pure: it can be shown without a cluster.
 *
 * @param containerEnvironment what every container of the job is started with, beside who it is
 */
public record ContainerPlan(Map<String, String> containerEnvironment) {
    public ContainerPlan {
        containerEnvironment = Collections.unmodifiableSortedMap(new TreeMap<>(containerEnvironment));
    }

    /**
     * The line that YARN gives to a shell, the same for all tasks. The heap is small because the memory belongs to
     * TensorFlow, which allocates outside of it. JNA unpacks its library into the container's own directory, which YARN
     * removes.
     */
    public String command() {
        return "/bin/bash ydl/ydl-run.sh /bin/bash ydl/ydl-java.sh -Xmx128m " + JavaFlags.COMMON + " -Djna.tmpdir=."
                + " -cp 'ydl/*' org.ydl.runner.Runner " + JavaFlags.TO_LOGS;
    }

    /**
     * What its processes are started with, beside what YARN itself sets.
     *
     * @param master where the application master listens, as {@code host:port}
     * @param port the one that its server is to try first
     */
    public SortedMap<String, String> environment(
            String appId, String master, TaskId task, int attempt, Optional<Integer> port) {
        SortedMap<String, String> environment = new TreeMap<>(containerEnvironment);
        environment.put("YDL_AM", master);
        environment.put("YDL_APP_ID", appId);
        environment.put("YDL_TASK", task.toString());
        environment.put("YDL_ATTEMPT", Integer.toString(attempt));
        port.ifPresent(first -> environment.put("YDL_PORT", Integer.toString(first)));
        return environment;
    }
}
