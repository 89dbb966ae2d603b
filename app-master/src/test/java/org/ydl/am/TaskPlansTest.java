package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Program;
import org.ydl.api.RestartPolicy;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.TaskId;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskPlan;
import org.ydl.job.JobFixture;

class TaskPlansTest {
    private static final TaskId PS = new TaskId(Role.PS, 0);
    private static final TaskId CHIEF = new TaskId(Role.WORKER, 0);
    private static final TaskId OTHER = new TaskId(Role.WORKER, 1);

    @Test
    void workersGetTheCommandAndAPsDoesNot() {
        assertEquals(List.of("python3", "job.py"), plan(CHIEF).getCommandList());
        assertEquals(List.of("python3", "job.py"), plan(OTHER).getCommandList());
        assertEquals(List.of(), plan(PS).getCommandList());
    }

    @Test
    void everyRoleIsToldWhoMakesItsServer() {
        Map<Role, RoleSpec> roles = new TreeMap<>();
        roles.put(Role.CHIEF, role(true, org.ydl.api.ServerOwner.SCRIPT));
        roles.put(Role.EVALUATOR, role(true, org.ydl.api.ServerOwner.NOBODY));
        roles.put(Role.WORKER, role(false, org.ydl.api.ServerOwner.BRIDGE));
        TaskPlans plans = new TaskPlans(JobFixture.spec(Decider.CHIEF, roles));

        TaskPlan chief = plans.of(JobFixture.CHIEF_0);
        TaskPlan evaluator = plans.of(JobFixture.EVALUATOR_0);
        TaskPlan worker = plans.of(JobFixture.WORKER_0);

        assertEquals(ServerOwner.SERVER_OWNER_SCRIPT, chief.getServer());
        assertEquals(ServerOwner.SERVER_OWNER_NOBODY, evaluator.getServer());
        assertEquals(ServerOwner.SERVER_OWNER_BRIDGE, worker.getServer());
        assertEquals(List.of(), worker.getCommandList());
        assertTrue(chief.getForwardOutput());
        assertFalse(worker.getForwardOutput());
    }

    private static RoleSpec role(boolean runsProgram, org.ydl.api.ServerOwner server) {
        return new RoleSpec(1, new RoleSpec.Size(512, 1, 0), Optional.empty(), runsProgram, server);
    }

    @Test
    void onlyTheChiefForwardsItsOutput() {
        assertTrue(plan(CHIEF).getForwardOutput());
        assertFalse(plan(OTHER).getForwardOutput());
        assertFalse(plan(PS).getForwardOutput());
    }

    @Test
    void everyTaskGetsEnvironmentPythonAndLibrary() {
        for (TaskId task : List.of(PS, CHIEF, OTHER)) {
            assertEquals(Map.of("A", "1"), plan(task).getEnvironmentMap());
            assertEquals("/opt/python3", plan(task).getPython());
            assertEquals("/opt/libtensorflow.so", plan(task).getTfLibrary());
        }
    }

    @Test
    void absentLibraryIsAnEmptyText() {
        assertEquals("", new TaskPlans(spec(Optional.empty())).of(CHIEF).getTfLibrary());
    }

    @Test
    void runnersSpeakTenTimesWithinTheLimitOfSilence() {
        assertEquals(seconds(2, 500_000_000), plan(PS).getHeartbeatInterval());
    }

    @Test
    void limitsKeepTheirFractions() {
        assertEquals(seconds(1, 500_000_000), plan(PS).getStopGrace());
        assertEquals(seconds(120, 0), plan(PS).getMasterLostLimit());
    }

    private static TaskPlan plan(TaskId task) {
        return new TaskPlans(spec(Optional.of("/opt/libtensorflow.so"))).of(task);
    }

    private static Duration seconds(long seconds, int nanos) {
        return Duration.newBuilder().setSeconds(seconds).setNanos(nanos).build();
    }

    private static JobSpec spec(Optional<String> tfLibrary) {
        Limits limits = new Limits(
                Limits.DEFAULT.allocation(),
                Limits.DEFAULT.hold(),
                Limits.DEFAULT.registration(),
                java.time.Duration.ofSeconds(25),
                java.time.Duration.ofMillis(1_500),
                java.time.Duration.ofMinutes(2),
                Limits.DEFAULT.adoption(),
                Limits.DEFAULT.evaluation(),
                Limits.DEFAULT.chiefDone(),
                Limits.DEFAULT.clientLost(),
                Optional.empty());
        return new JobSpec(
                "job.py",
                new TreeMap<>(Map.of(
                        Role.PS, RoleSpec.bridged(1, 512, 1, false), Role.WORKER, RoleSpec.bridged(2, 1024, 1, true))),
                new Program(
                        List.of("python3", "job.py"),
                        Map.of("A", "1"),
                        "/opt/python3",
                        tfLibrary,
                        Optional.empty(),
                        false),
                Decider.TRAINERS,
                false,
                RestartPolicy.DEFAULT,
                limits);
    }
}
