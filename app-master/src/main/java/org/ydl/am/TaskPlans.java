package org.ydl.am;

import com.google.protobuf.Duration;
import java.util.List;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Program;
import org.ydl.api.TaskId;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskPlan;

/** What each task of a job is to do, as told to its runner. Pure: it can be asked before the job is submitted. */
public record TaskPlans(JobSpec spec) {
    /** Heartbeats in the time that a runner may be silent. */
    private static final int HEARTBEATS_PER_LIMIT = 10;

    public TaskPlan of(TaskId task) {
        Limits limits = spec.limits();
        Program program = spec.program();
        return TaskPlan.newBuilder()
                .addAllCommand(spec.runsProgram(task) ? program.command() : List.of())
                .putAllEnvironment(program.environment())
                .setForwardOutput(task.equals(spec.chief()))
                .setHeartbeatInterval(message(limits.heartbeat().dividedBy(HEARTBEATS_PER_LIMIT)))
                .setStopGrace(message(limits.stopGrace()))
                .setMasterLostLimit(message(limits.masterLost()))
                .setPython(program.python())
                .setTfLibrary(program.tfLibrary().orElse(""))
                .setServer(owner(spec.roles().get(task.role()).server()))
                .setSparse(spec.sparse())
                .setSourceTree(program.sourceTree().orElse(""))
                .setFindsLibrary(program.findsLibrary())
                .build();
    }

    private static ServerOwner owner(org.ydl.api.ServerOwner owner) {
        return switch (owner) {
            case BRIDGE -> ServerOwner.SERVER_OWNER_BRIDGE;
            case SCRIPT -> ServerOwner.SERVER_OWNER_SCRIPT;
            case NOBODY -> ServerOwner.SERVER_OWNER_NOBODY;
        };
    }

    public static Duration message(java.time.Duration duration) {
        return Duration.newBuilder()
                .setSeconds(duration.getSeconds())
                .setNanos(duration.getNano())
                .build();
    }
}
