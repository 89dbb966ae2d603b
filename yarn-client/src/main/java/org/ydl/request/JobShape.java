package org.ydl.request;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.api.Decider;
import org.ydl.api.Role;
import org.ydl.api.ServerOwner;

/**
 * How a job runs: which roles run the program, who owns their servers, who decides that it is over, and which arguments
 * tell the program its place. Decided from what the user said and what the program says.
 *
 * @param passed arguments to be added to the program's own
 * @param reasons what ydl chose itself and why, a line each for the user
 */
public record JobShape(ServerChoice server, RunOn runOn, Decider decider, List<String> passed, List<String> reasons) {

    /** What the user said. */
    public record Wishes(
            DeployMode mode, ServerChoice server, RunOn runOn, Pass pass, Success success, Map<Role, Integer> counts) {
        boolean has(Role role) {
            return counts.getOrDefault(role, 0) > 0;
        }
    }

    public JobShape {
        passed = List.copyOf(passed);
        reasons = List.copyOf(reasons);
    }

    /** Servers without a program: nobody decides that they are done. */
    public static JobShape serversOnly() {
        return new JobShape(ServerChoice.BRIDGE, RunOn.AUTO, Decider.NOBODY, List.of(), List.of());
    }

    /** What contradicts itself in the wishes. */
    public static List<String> problems(Wishes wishes) {
        List<String> problems = new ArrayList<>();
        boolean beside = wishes.mode == DeployMode.CLIENT;
        if (beside && wishes.server == ServerChoice.SCRIPT) {
            problems.add("--server script needs the program in the containers, and --deploy-mode client keeps it out");
        }
        if (beside && wishes.runOn != RunOn.AUTO) {
            problems.add("--run-on has no meaning with --deploy-mode client: no container runs the program");
        }
        if (beside && wishes.has(Role.EVALUATOR)) {
            problems.add("--num-evaluator has no meaning with --deploy-mode client: no container runs the program");
        }
        if (beside && !wishes.has(Role.WORKER)) {
            problems.add("--deploy-mode client runs the program at the place of a worker: --num-workers 1 or more");
        }
        if (wishes.runOn == RunOn.CHIEF && !wishes.has(Role.CHIEF)) {
            problems.add("--run-on chief needs a chief: --num-chief 1");
        }
        return problems;
    }

    /** What the program itself does not go together with. */
    public static List<String> problems(UserProgram program, List<Path> modules, boolean sparse) {
        return program
                .reading(modules)
                .filter(read -> sparse && read.usesMultiWorkerStrategy())
                .map(read -> "--sparse hides the workers from each other, and " + read.name()
                        + " joins them by MultiWorkerMirroredStrategy")
                .stream()
                .toList();
    }

    /**
     * The shape of a job that runs a program.
     *
     * @param modules files that go along, which may say more about it
     */
    public static JobShape of(UserProgram program, List<Path> modules, Wishes wishes) {
        return decide(wishes, program.reading(modules), program.words());
    }

    static JobShape decide(Wishes wishes, Optional<ScriptReading> reading, List<String> arguments) {
        List<String> reasons = new ArrayList<>();
        ServerChoice server = server(wishes, reading, reasons);
        RunOn runOn = runOn(wishes, server, reading, reasons);
        Pass.Choice pass = wishes.pass.choose(reading, arguments);
        pass.reason().ifPresent(reasons::add);
        return new JobShape(server, runOn, decider(wishes, server, reading, reasons), pass.words(), reasons);
    }

    private static ServerChoice server(Wishes wishes, Optional<ScriptReading> reading, List<String> reasons) {
        Optional<String> own = reading.flatMap(ScriptReading::ownServer);
        if (wishes.server != ServerChoice.AUTO) {
            own.filter(why -> wishes.server == ServerChoice.BRIDGE)
                    .ifPresent(why -> reasons.add(
                            "--server bridge, although " + why + ": its port will be taken; --server script lets it"));
            return wishes.server;
        }
        if (wishes.mode == DeployMode.CLIENT) {
            reasons.add(own.map(why -> "--server bridge, although " + why
                            + ": the containers serve already; run it in them, without --deploy-mode client")
                    .orElse("--server bridge: the program runs here, the containers serve"));
            return ServerChoice.BRIDGE;
        }
        reasons.add(own.map(why -> "--server script: " + why)
                .orElseGet(() -> "--server bridge: "
                        + reading.map(read -> read.name() + " makes no server")
                                .orElse("the program is no Python script")
                        + ", so ydl starts them"));
        return own.isPresent() ? ServerChoice.SCRIPT : ServerChoice.BRIDGE;
    }

    private static RunOn runOn(
            Wishes wishes, ServerChoice server, Optional<ScriptReading> reading, List<String> reasons) {
        if (wishes.runOn != RunOn.AUTO) {
            return wishes.runOn;
        }
        if (server == ServerChoice.SCRIPT) {
            return RunOn.ALL;
        }
        Optional<ScriptReading> coordinator =
                reading.filter(read -> wishes.has(Role.CHIEF) && read.usesParameterServerStrategy());
        reading.filter(read -> !wishes.has(Role.CHIEF) && read.usesParameterServerStrategy())
                .ifPresent(read -> reasons.add("--run-on workers, although " + read.name()
                        + " uses ParameterServerStrategy: each worker would coordinate; --num-chief 1 makes it one"));
        coordinator.ifPresent(read ->
                reasons.add("--run-on chief: " + read.name() + " coordinates the servers by ParameterServerStrategy"));
        return coordinator.isPresent() ? RunOn.CHIEF : RunOn.WORKERS;
    }

    /** With servers of its own, all but the chief of a ParameterServerStrategy wait for ever. */
    private static Decider decider(
            Wishes wishes, ServerChoice server, Optional<ScriptReading> reading, List<String> reasons) {
        if (wishes.mode == DeployMode.CLIENT) {
            return Decider.CLIENT;
        }
        return switch (wishes.success) {
            case ALL -> Decider.TRAINERS;
            case CHIEF -> Decider.CHIEF;
            case AUTO -> {
                boolean chiefAlone = server == ServerChoice.SCRIPT
                        && wishes.has(Role.CHIEF)
                        && reading.filter(ScriptReading::usesParameterServerStrategy)
                                .isPresent();
                if (chiefAlone) {
                    reasons.add("--success chief: the workers of a ParameterServerStrategy only serve");
                }
                yield chiefAlone ? Decider.CHIEF : Decider.TRAINERS;
            }
        };
    }

    /** Whether the containers of a role run the program. */
    public boolean runsProgram(Role role) {
        return switch (decider) {
            case TRAINERS, CHIEF -> runOn.includes(role);
            case CLIENT, NOBODY -> false;
        };
    }

    /** Who makes the servers of a role. */
    public ServerOwner server(Role role) {
        if (!role.isMember()) {
            return ServerOwner.NOBODY;
        }
        // A coordinator serves at its own address, to hear from the servers it directs.
        boolean coordinator = role == Role.CHIEF && runOn == RunOn.CHIEF;
        boolean own = runsProgram(role) && (server == ServerChoice.SCRIPT || coordinator);
        return own ? ServerOwner.SCRIPT : ServerOwner.BRIDGE;
    }
}
