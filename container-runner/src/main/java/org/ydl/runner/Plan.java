package org.ydl.runner;

import com.google.protobuf.Duration;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.api.Limits;
import org.ydl.api.ServerOwner;
import org.ydl.api.v1.TaskPlan;

/**
 * What the application master wants of this runner.
 *
 * @param command the user's process; empty for a task that only serves
 * @param stopGrace what the user's process gets between SIGTERM and SIGKILL
 * @param masterLostLimit how long to go on without an application master
 * @param python a name, or an absolute path
 * @param server who makes the TensorFlow server of this task; who does not serve has a command
 * @param sparse whether a worker is told only about itself, the chief and the ps
 * @param sourceTree the link of an unpacked directory that is to be the process' working tree
 * @param findsLibrary whether the process is to find libtensorflow in its library path
 */
record Plan(
        List<String> command,
        Map<String, String> environment,
        java.time.Duration heartbeatInterval,
        java.time.Duration stopGrace,
        java.time.Duration masterLostLimit,
        Optional<String> python,
        Optional<Path> tfLibrary,
        ServerOwner server,
        boolean sparse,
        Optional<Path> sourceTree,
        boolean findsLibrary) {

    /** For a plan that names none. Well below {@link Limits#heartbeat}, so that a few may be lost. */
    private static final java.time.Duration HEARTBEAT_INTERVAL = java.time.Duration.ofSeconds(5);

    Plan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
        if (command.isEmpty() && server != ServerOwner.BRIDGE) {
            throw new IllegalArgumentException("the plan of a task has neither a command nor a server for it");
        }
    }

    static Plan from(TaskPlan message) {
        java.time.Duration interval = of(message.getHeartbeatInterval());
        return new Plan(
                message.getCommandList(),
                message.getEnvironmentMap(),
                interval.isZero() ? HEARTBEAT_INTERVAL : interval,
                message.hasStopGrace() ? of(message.getStopGrace()) : Limits.DEFAULT.stopGrace(),
                message.hasMasterLostLimit() ? of(message.getMasterLostLimit()) : Limits.DEFAULT.masterLost(),
                present(message.getPython()).map(Plan::absolute),
                present(message.getTfLibrary()).map(Path::of),
                owner(message),
                message.getSparse(),
                present(message.getSourceTree()).map(Path::of),
                message.getFindsLibrary());
    }

    private static Optional<String> present(String text) {
        return Optional.of(text).filter(some -> !some.isBlank());
    }

    /** A path that is relative is so to the container's working directory; the process may leave that. */
    private static String absolute(String program) {
        return program.contains("/") ? Path.of(program).toAbsolutePath().toString() : program;
    }

    private static ServerOwner owner(TaskPlan message) {
        return switch (message.getServer()) {
            case SERVER_OWNER_UNSPECIFIED, SERVER_OWNER_BRIDGE -> ServerOwner.BRIDGE;
            case SERVER_OWNER_SCRIPT -> ServerOwner.SCRIPT;
            case SERVER_OWNER_NOBODY -> ServerOwner.NOBODY;
            case UNRECOGNIZED ->
                throw new IllegalArgumentException("the plan has a server of unknown kind " + message.getServerValue());
        };
    }

    private static java.time.Duration of(Duration message) {
        return java.time.Duration.ofSeconds(message.getSeconds(), message.getNanos());
    }
}
