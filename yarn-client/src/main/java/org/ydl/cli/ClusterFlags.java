package org.ydl.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ydl.api.JobSpec;
import org.ydl.api.Program;
import org.ydl.api.ServerOwner;
import org.ydl.client.Patience;
import org.ydl.request.JobShape;
import org.ydl.submit.Attachment;
import org.ydl.submit.JobRequest;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** What a user says of the tasks of a job, whatever runs in them. */
final class ClusterFlags {
    private final RoleFlags roles = new RoleFlags();

    @Mixin
    private RuntimeFlags runtime;

    @Mixin
    private PlacementFlags placement;

    @Mixin
    private RestartFlags restarts;

    @Mixin
    private LimitFlags limits;

    @Option(names = "--help-all", description = "show also the flags for containers, YARN, restarts and limits")
    private boolean helpAll;

    void declare(CommandSpec command) {
        roles.declare(command);
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>(roles.problems());
        problems.addAll(runtime.problems());
        problems.addAll(placement.problems());
        problems.addAll(restarts.problems());
        problems.addAll(limits.problems());
        return problems;
    }

    RoleFlags roles() {
        return roles;
    }

    RuntimeFlags runtime() {
        return runtime;
    }

    /** How long the job's client waits for YARN. */
    Patience patience() {
        return Patience.of(limits.limits());
    }

    /**
     * The job as it is to be submitted; only if there are no {@link #problems}.
     *
     * @param name what the application is called if the user does not say
     * @param hasTensorFlow whether the job's Python is known to have TensorFlow, and with it the library for the servers
     */
    JobRequest request(
            String name,
            JobShape shape,
            Program program,
            boolean sparse,
            List<Attachment> attachments,
            boolean hasTensorFlow) {
        JobSpec spec = new JobSpec(
                placement.name().orElse(name),
                roles.roles(shape),
                program,
                shape.decider(),
                sparse,
                restarts.policy(),
                limits.limits());
        boolean bridges = spec.roles().values().stream().anyMatch(role -> role.server() == ServerOwner.BRIDGE);
        List<Attachment> all = new ArrayList<>(attachments);
        all.addAll(runtime.attachments());
        return new JobRequest(
                spec,
                all,
                bridges && !hasTensorFlow && program.tfLibrary().isEmpty(),
                runtime.containers(placement.ports()),
                placement.placement(roles.label()));
    }

    Optional<String> tfLibrary() {
        return runtime.tfLibrary();
    }
}
