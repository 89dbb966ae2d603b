package org.ydl.runner;

import com.google.protobuf.Duration;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.api.Limits;
import org.ydl.api.v1.TaskPlan;

/**
 * What the application master wants of this runner.
 *
 * @param command the user's process; empty for a task that only serves
 * @param stopGrace what the user's process gets between SIGTERM and SIGKILL
 * @param masterLostLimit how long to go on without an application master
 */
record Plan(
        List<String> command,
        Map<String, String> environment,
        boolean forwardOutput,
        java.time.Duration heartbeatInterval,
        java.time.Duration stopGrace,
        java.time.Duration masterLostLimit,
        Optional<String> python,
        Optional<Path> tfLibrary) {

    /** For a plan that names none. Well below {@link Limits#heartbeat}, so that a few may be lost. */
    private static final java.time.Duration HEARTBEAT_INTERVAL = java.time.Duration.ofSeconds(5);

    Plan {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    static Plan from(TaskPlan message) {
        java.time.Duration interval = of(message.getHeartbeatInterval());
        return new Plan(
                message.getCommandList(),
                message.getEnvironmentMap(),
                message.getForwardOutput(),
                interval.isZero() ? HEARTBEAT_INTERVAL : interval,
                message.hasStopGrace() ? of(message.getStopGrace()) : Limits.DEFAULT.stopGrace(),
                message.hasMasterLostLimit() ? of(message.getMasterLostLimit()) : Limits.DEFAULT.masterLost(),
                Optional.of(message.getPython()).filter(text -> !text.isBlank()),
                Optional.of(message.getTfLibrary())
                        .filter(text -> !text.isBlank())
                        .map(Path::of));
    }

    private static java.time.Duration of(Duration message) {
        return java.time.Duration.ofSeconds(message.getSeconds(), message.getNanos());
    }
}
