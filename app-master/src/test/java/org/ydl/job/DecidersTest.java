package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.CHIEF_0;
import static org.ydl.job.JobFixture.EVALUATOR_0;
import static org.ydl.job.JobFixture.PS_0;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.WORKER_1;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.gathering;
import static org.ydl.job.JobFixture.runner;
import static org.ydl.job.JobFixture.running;
import static org.ydl.job.JobFixture.serving;
import static org.ydl.job.JobFixture.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ydl.api.Decider;
import org.ydl.api.ExitCode;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobEvent.ClientFinished;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.TaskExited;

/** Whose success is the job's, and who may end without consequence. */
class DecidersTest {
    private static final ExitReason OK = ExitReason.ofProcess(0, List.of());
    private static final ExitReason EXIT_3 = ExitReason.ofProcess(3, List.of());
    private static final ExitReason LOST = ExitReason.of(Kind.NODE_LOST, "was lost with its node");

    @Test
    void chiefAndWorkersDecideTogether() {
        Job job = running(everyone(Decider.TRAINERS));

        Job almost = after(job, exited(CHIEF_0, OK), exited(WORKER_0, OK));
        Job all = after(almost, exited(EVALUATOR_0, OK), exited(WORKER_1, OK));

        assertEquals(Phase.RUNNING, almost.phase());
        assertEquals(success("the chief and all 2 workers succeeded"), all.outcome());
    }

    @Test
    void chiefAloneDecidesIfItIsToAndTheWorkersMayBeDoneBefore() {
        Job job = running(everyone(Decider.CHIEF));

        Job workers = after(job, exited(WORKER_0, OK), exited(WORKER_1, OK), exited(EVALUATOR_0, OK));
        Job chief = after(workers, exited(CHIEF_0, OK));

        assertEquals(Phase.RUNNING, workers.phase());
        assertEquals(success("the chief succeeded"), chief.outcome());
    }

    @Test
    void firstWorkerDecidesWhereThereIsNoChief() {
        JobSpec spec = spec(Decider.CHIEF, Map.of(Role.WORKER, running(2, ServerOwner.BRIDGE)));

        Job decided = after(running(spec), exited(WORKER_0, OK));
        Job job = after(decided, exited(WORKER_1, OK));

        assertEquals(Phase.RUNNING, decided.phase());
        assertEquals(success("worker:0, which leads, succeeded"), job.outcome());
    }

    @Test
    void chiefThatCoordinatesServingWorkersDecidesAlone() {
        JobSpec spec = spec(
                Decider.TRAINERS,
                Map.of(
                        Role.CHIEF, running(1, ServerOwner.SCRIPT),
                        Role.WORKER, RoleSpec.bridged(2, 512, 1, false)));

        Job job = after(running(spec), exited(CHIEF_0, OK));

        assertEquals(success("the chief succeeded"), job.outcome());
    }

    @Test
    void psThatRunsTheProgramMayEndBeforeTheWorkers() {
        Job job = after(running(everyone(Decider.TRAINERS)), exited(PS_0, OK));

        assertEquals(Phase.RUNNING, job.phase());
    }

    @Test
    void anyProgramThatFailsFailsTheJob() {
        for (TaskId task : List.of(CHIEF_0, EVALUATOR_0, PS_0, WORKER_1)) {
            for (Decider decider : List.of(Decider.TRAINERS, Decider.CHIEF)) {
                Job job = after(running(everyone(decider)), exited(task, EXIT_3));

                Outcome outcome = job.outcome().orElseThrow();
                assertEquals(ExitCode.JOB_FAILED, outcome.code(), decider + " " + task);
                assertTrue(outcome.message().startsWith(task + " failed with exit code 3."), outcome.message());
            }
        }
    }

    @Test
    void jobWaitsForItsEvaluatorWhenTheOthersAreDone() {
        Job decided = after(
                running(everyone(Decider.CHIEF)), exited(CHIEF_0, OK), exited(WORKER_0, OK), exited(WORKER_1, OK));

        Job ended = after(decided, exited(EVALUATOR_0, OK));

        assertEquals(Phase.RUNNING, decided.phase());
        assertEquals(success("the chief succeeded"), ended.outcome());
    }

    @Test
    void evaluatorThatFailsAfterTheOthersAreDoneFailsTheJobAndOneThatIsLostIsReplaced() {
        Job decided = after(running(everyone(Decider.CHIEF)), exited(CHIEF_0, OK));

        Job failed = after(decided, exited(EVALUATOR_0, EXIT_3));
        Job lost = after(decided, new ContainerEnded(container(EVALUATOR_0).id(), LOST));

        assertEquals(ExitCode.JOB_FAILED, failed.outcome().orElseThrow().code());
        assertEquals(Phase.RUNNING, lost.phase());
        assertTrue(lost.roster().task(EVALUATOR_0).isWaiting());
    }

    @Test
    void nobodyButAnEvaluatorFailsAJobThatIsDecided() {
        Job decided = after(running(everyone(Decider.CHIEF)), exited(CHIEF_0, OK));

        Job job = after(
                decided,
                exited(WORKER_0, EXIT_3),
                new ContainerEnded(container(PS_0).id(), LOST),
                new ContainerEnded(container(CHIEF_0).id(), LOST));

        assertEquals(Phase.RUNNING, job.phase());
    }

    @Test
    void evaluatorsStandInNoClusterSpec() {
        Job job = running(everyone(Decider.TRAINERS));

        assertEquals(
                Set.of(Role.CHIEF, Role.PS, Role.WORKER),
                job.cluster().orElseThrow().addresses().keySet());
    }

    @ParameterizedTest
    @EnumSource(names = {"CLIENT", "NOBODY"})
    void jobThatItsTasksDoNotDecideNeverSucceedsByThem(Decider decider) {
        Job job = after(
                running(everyone(decider)),
                exited(CHIEF_0, OK),
                exited(EVALUATOR_0, OK),
                exited(PS_0, OK),
                exited(WORKER_0, OK),
                exited(WORKER_1, OK));

        assertEquals(Phase.RUNNING, job.phase());
        assertEquals(Optional.empty(), job.outcome());
    }

    @ParameterizedTest
    @EnumSource(names = {"SUCCEEDED", "JOB_FAILED", "INTERRUPTED", "KILLED"})
    void clientThatRunsTheJobSaysHowItEnded(ExitCode code) {
        Outcome said = new Outcome(code, "as the client saw it");

        Job running = after(running(serving(Decider.CLIENT)), new ClientFinished(said));
        Job gathering = after(gathering(serving(Decider.CLIENT)), new ClientFinished(said));

        assertEquals(Phase.STOPPING, running.phase());
        assertEquals(Optional.of(said), running.outcome());
        assertEquals(Optional.of(said), gathering.outcome());
    }

    @Test
    void whatAClientSaysIsCutBehindSoThatYarnKeepsItsFirstLine() {
        Outcome said =
                new Outcome(ExitCode.JOB_FAILED, "the client failed." + ("\n    " + "x".repeat(8 * 1024)).repeat(20));

        Outcome kept = after(running(serving(Decider.CLIENT)), new ClientFinished(said))
                .outcome()
                .orElseThrow();

        assertEquals(ExitCode.JOB_FAILED, kept.code());
        assertTrue(kept.message().startsWith("the client failed."), kept.message());
        assertTrue(kept.diagnostics().length() < 10_000, () -> kept.message().length() + " characters");
        assertEquals(Optional.of(kept), Outcome.fromDiagnostics(kept.diagnostics()));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CLIENT")
    void noOtherJobIsEndedByAClient(Decider decider) {
        Job job = after(running(everyone(decider)), new ClientFinished(new Outcome(ExitCode.SUCCEEDED, "done")));

        assertEquals(Phase.RUNNING, job.phase());
    }

    /** One of each role and two workers, all of which run the program. */
    private static JobSpec everyone(Decider decider) {
        return spec(
                decider,
                Map.of(
                        Role.CHIEF, running(1, ServerOwner.SCRIPT),
                        Role.EVALUATOR, running(1, ServerOwner.NOBODY),
                        Role.PS, running(1, ServerOwner.SCRIPT),
                        Role.WORKER, running(2, ServerOwner.SCRIPT)));
    }

    private static TaskExited exited(TaskId task, ExitReason reason) {
        return new TaskExited(runner(task), reason);
    }

    private static Optional<Outcome> success(String message) {
        return Optional.of(new Outcome(ExitCode.SUCCEEDED, message));
    }
}
