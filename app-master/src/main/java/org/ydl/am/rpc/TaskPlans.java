package org.ydl.am.rpc;

import com.google.protobuf.Duration;
import java.util.List;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.TaskId;
import org.ydl.api.v1.TaskPlan;

/** What each task of a job is to do, as told to its runner. */
record TaskPlans(JobSpec spec) {
    /** Heartbeats in the time that a runner may be silent. */
    private static final int HEARTBEATS_PER_LIMIT = 10;

    TaskPlan of(TaskId task) {
        Limits limits = spec.limits();
        return TaskPlan.newBuilder()
                .addAllCommand(task.role().runsJob() ? spec.command() : List.of())
                .putAllEnvironment(spec.environment())
                .setForwardOutput(task.equals(JobSpec.CHIEF))
                .setHeartbeatInterval(message(limits.heartbeat().dividedBy(HEARTBEATS_PER_LIMIT)))
                .setStopGrace(message(limits.stopGrace()))
                .setMasterLostLimit(message(limits.masterLost()))
                .setPython(spec.python())
                .setTfLibrary(spec.tfLibrary().orElse(""))
                .build();
    }

    static Duration message(java.time.Duration duration) {
        return Duration.newBuilder()
                .setSeconds(duration.getSeconds())
                .setNanos(duration.getNano())
                .build();
    }
}
