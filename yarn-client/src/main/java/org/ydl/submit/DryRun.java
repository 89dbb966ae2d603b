package org.ydl.submit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ydl.am.yarn.ContainerPlan;
import org.ydl.am.yarn.MasterCommand;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.RestartPolicy;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;

/**
 * A job as it would be submitted, in YAML: what YARN is told, and the commands and variables of each container.
 *
 * <p>Ids and addresses are examples, because they are not known before. Of a role with many tasks the first ones are
 * shown: the others differ in their index alone.
 */
public final class DryRun {
    private static final String APP_ID = "application_1700000000000_0001";
    private static final String MASTER = "master.example:30000";
    private static final int FIRST_PORT = 20_000;
    private static final int SHOWN = 2;

    private final JobRequest request;
    private final JobSpec spec;
    private final ClusterSpec cluster;
    private final YamlText yaml = new YamlText();

    private DryRun(JobRequest request) {
        this.request = request;
        this.spec = request.spec();
        this.cluster = example(spec);
    }

    /** @param here the words of a program that runs beside the client */
    public static String of(JobRequest request, Optional<List<String>> here) {
        DryRun run = new DryRun(request);
        run.yaml.comment("What would be submitted. Ids, hosts and ports are examples.");
        run.application();
        run.files();
        run.master();
        run.spec.roles().forEach(run::role);
        here.ifPresent(run::client);
        return run.yaml.toString();
    }

    private static ClusterSpec example(JobSpec spec) {
        SortedMap<Role, List<HostPort>> addresses = new TreeMap<>();
        spec.roles().forEach((role, wanted) -> {
            if (role.isMember()) {
                addresses.put(
                        role,
                        IntStream.range(0, wanted.count())
                                .mapToObj(index ->
                                        new HostPort(role.label() + "-" + index + ".example", FIRST_PORT + index))
                                .toList());
            }
        });
        return new ClusterSpec(APP_ID, 1, addresses);
    }

    private void application() {
        Placement placement = request.placement();
        yaml.key("application").in(() -> {
            yaml.value("name", spec.name());
            yaml.value("type", Submitter.APPLICATION_TYPE);
            yaml.value("queue", placement.queue());
            placement.priority().ifPresent(priority -> yaml.value("priority", priority));
            if (!placement.tags().isEmpty()) {
                yaml.values("tags", placement.tags());
            }
            yaml.value("attempts", placement.attempts().most());
            yaml.value("attempts-window", seconds(placement.attempts().window()));
            Submitter.lifetime(request).ifPresent(limit -> yaml.value("lifetime", seconds(limit)));
            yaml.value("decided-by", word(spec.decider()));
            yaml.value("sparse", spec.sparse());
        });
        RestartPolicy restarts = spec.restarts();
        yaml.key("restarts").in(() -> {
            yaml.value("on", word(restarts.when()));
            yaml.value("most", restarts.most());
            yaml.value("window", seconds(restarts.window()));
        });
        Limits limits = spec.limits();
        yaml.key("limits").in(() -> {
            yaml.value("allocation", seconds(limits.allocation()));
            yaml.value("hold", seconds(limits.hold()));
            yaml.value("registration", seconds(limits.registration()));
            yaml.value("heartbeat", seconds(limits.heartbeat()));
            yaml.value("evaluation", seconds(limits.evaluation()));
            yaml.value("chief-grace", seconds(limits.chiefDone()));
            yaml.value("stop-grace", seconds(limits.stopGrace()));
            yaml.value("master-lost", seconds(limits.masterLost()));
            yaml.value("adoption", seconds(limits.adoption()));
            yaml.value("client-lost", seconds(limits.clientLost()));
            limits.job().ifPresent(limit -> yaml.value("job", seconds(limit)));
        });
    }

    private void files() {
        List<String> files = new ArrayList<>();
        request.attachments().forEach(attachment -> files.add(attachment.toString()));
        request.containers().java().ifPresent(java -> files.add(java.toString()));
        if (request.nativeLibrary()) {
            files.add(Submitter.NATIVE_LINK + "/ from the bundled libtensorflow");
        }
        yaml.values("files", files);
    }

    private void master() {
        Placement.Master size = request.placement().master();
        yaml.key("master").in(() -> {
            yaml.value("memory", size.memoryMb() + "m");
            yaml.value("cores", size.vcores());
            request.placement().masterLabel().ifPresent(label -> yaml.value("node-label", label));
            yaml.value("command", MasterCommand.of(size.memoryMb()));
            environment(request.containers().environment());
        });
    }

    private void role(Role role, RoleSpec wanted) {
        for (int index = 0; index < Math.min(wanted.count(), SHOWN); index++) {
            task(new TaskId(role, index), wanted);
        }
        if (wanted.count() > SHOWN) {
            yaml.comment("and " + (wanted.count() - SHOWN) + " more of role " + role.label()
                    + ", the same but for their index");
        }
    }

    private void task(TaskId task, RoleSpec wanted) {
        ContainerPlan container = new ContainerPlan(Submitter.taskEnvironment(request));
        yaml.key(task.toString()).in(() -> {
            yaml.value("memory", wanted.size().memoryMb() + "m");
            yaml.value("cores", wanted.size().vcores());
            if (wanted.size().gpus() > 0) {
                yaml.value("gpus", wanted.size().gpus());
            }
            wanted.nodeLabel().ifPresent(label -> yaml.value("node-label", label));
            yaml.value("server", word(wanted.server()));
            yaml.value("command", container.command());
            environment(container.environment(APP_ID, MASTER, task, 0, Optional.empty()));
            if (wanted.runsProgram()) {
                program(
                        new TaskPlace(cluster, task, spec.sparse()),
                        wanted.server(),
                        spec.program().command());
            }
        });
    }

    private void client(List<String> words) {
        TaskPlace place = new TaskPlace(cluster, new TaskId(Role.WORKER, 0), spec.sparse());
        yaml.key("beside-the-client").in(() -> program(place, ServerOwner.BRIDGE, words));
    }

    /** The user's process, beside what it inherits from its container. */
    private void program(TaskPlace place, ServerOwner server, List<String> words) {
        Map<String, String> variables = new TreeMap<>(spec.program().environment());
        variables.putAll(place.variables());
        variables.put("YDL_AM", MASTER);
        switch (server) {
            case BRIDGE -> variables.put("YDL_TARGET", "grpc://" + cluster.of(place.task()));
            case SCRIPT -> variables.put("TF_GRPC_REUSE_PORT", "1");
            case NOBODY -> {}
        }
        yaml.key("program").in(() -> {
            spec.program().sourceTree().ifPresent(tree -> yaml.value("working-tree", tree));
            yaml.values("command", place.command(words, spec.program().python(), "java"));
            environment(variables);
        });
    }

    private void environment(Map<String, String> variables) {
        if (!variables.isEmpty()) {
            yaml.key("environment").in(() -> new TreeMap<>(variables).forEach(yaml::value));
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String seconds(Duration limit) {
        return limit.toSeconds() + "s";
    }
}
