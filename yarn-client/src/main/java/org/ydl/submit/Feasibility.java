package org.ydl.submit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.ResourceTypeInfo;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.ydl.api.JobSpec;
import org.ydl.api.PortRange;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;

/** Whether a cluster could ever give a job what it asks for. Asked before anything is staged. */
record Feasibility(YarnClient yarn, Resource largest) {
    List<String> problems(JobRequest request) throws YarnException, IOException {
        List<String> problems = new ArrayList<>();
        request.spec().roles().forEach((role, wanted) -> sizeProblems(problems, role, wanted.size()));
        Placement placement = request.placement();
        tooLarge(problems, "--am-memory", placement.master().memoryMb(), largest.getMemorySize(), "MiB");
        tooLarge(problems, "--am-cores", placement.master().vcores(), largest.getVirtualCores(), "vcores");
        if (yarn.getQueueInfo(placement.queue()) == null) {
            problems.add("--queue " + placement.queue() + ": the cluster has no such queue");
        }
        gpuProblems(problems, request.spec());
        labelProblems(problems, request);
        portProblems(problems, request);
        return problems;
    }

    private void sizeProblems(List<String> problems, Role role, RoleSpec.Size wanted) {
        String flag = "--" + role.label();
        tooLarge(problems, flag + "-memory", wanted.memoryMb(), largest.getMemorySize(), "MiB");
        tooLarge(problems, flag + "-cores", wanted.vcores(), largest.getVirtualCores(), "vcores");
    }

    private void gpuProblems(List<String> problems, JobSpec spec) throws YarnException, IOException {
        List<Map.Entry<Role, RoleSpec>> wanting = spec.roles().entrySet().stream()
                .filter(role -> role.getValue().size().gpus() > 0)
                .toList();
        if (wanting.isEmpty()) {
            return;
        }
        boolean known = yarn.getResourceTypeInfo().stream()
                .map(ResourceTypeInfo::getName)
                .anyMatch(ResourceInformation.GPU_URI::equals);
        for (Map.Entry<Role, RoleSpec> role : wanting) {
            String flag = "--" + role.getKey().label() + "-gpus";
            int gpus = role.getValue().size().gpus();
            if (known) {
                tooLarge(problems, flag, gpus, largest.getResourceValue(ResourceInformation.GPU_URI), "GPUs");
            } else {
                problems.add(flag + " " + gpus + ": the cluster knows no GPUs (" + ResourceInformation.GPU_URI
                        + " is none of its resource types)");
            }
        }
    }

    private void labelProblems(List<String> problems, JobRequest request) throws YarnException, IOException {
        Set<String> wanted = Stream.concat(
                        request.spec().roles().values().stream().map(RoleSpec::nodeLabel),
                        Stream.of(request.placement().masterLabel()))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        if (wanted.isEmpty()) {
            return;
        }
        Set<String> known = yarn.getClusterNodeLabels().stream()
                .map(NodeLabel::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        wanted.removeAll(known);
        wanted.forEach(label -> problems.add("--node-label " + label + ": the cluster has no such label"
                + (known.isEmpty() ? ", nor any other" : "; it has " + String.join(", ", known))));
    }

    private void portProblems(List<String> problems, JobRequest request) throws YarnException, IOException {
        if (request.containers().ports().isEmpty()) {
            return;
        }
        int nodes = yarn.getYarnClusterMetrics().getNumActiveNodeManagers();
        portProblem(
                        request.containers().ports().get(),
                        nodes,
                        request.spec().tasks().size())
                .ifPresent(problems::add);
    }

    /** However they are spread, some node would have more tasks than it has ports for. */
    static Optional<String> portProblem(PortRange range, int nodes, int tasks) {
        long room = range.tasks(nodes);
        return room >= tasks
                ? Optional.empty()
                : Optional.of("--port-range " + range + " is too narrow: a task needs two ports of its node, and the"
                        + " application master one, so that " + nodes + (nodes == 1 ? " node has" : " nodes have")
                        + " room for " + room
                        + (room == 1 ? " task" : " tasks") + ", and the job has " + tasks);
    }

    private static void tooLarge(List<String> problems, String flag, long wanted, long largest, String unit) {
        if (wanted > largest) {
            problems.add(flag + " " + wanted + ": the cluster gives a container at most " + largest + " " + unit);
        }
    }
}
