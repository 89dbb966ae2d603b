package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.CHIEF_0;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.running;
import static org.ydl.job.JobFixture.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.ServerOwner;
import org.ydl.job.JobEvent.TaskExited;

class AdviceTest {
    private static final JobSpec BRIDGED = spec();
    private static final JobSpec SCRIPTED = spec(Decider.TRAINERS, Map.of(Role.WORKER, running(2, ServerOwner.SCRIPT)));
    private static final JobSpec COORDINATED = spec(
            Decider.CHIEF,
            Map.of(Role.CHIEF, running(1, ServerOwner.SCRIPT), Role.WORKER, RoleSpec.bridged(1, 512, 1, false)));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tensorflow.python.framework.errors_impl.UnknownError: Could not start gRPC server",
                "E0000 server_chttp2.cc:40] {\"description\":\"Address already in use\"}",
                "OSError: [Errno 98] Address already in use"
            })
    void secondServerAtATasksPortIsExplained(String line) {
        String advice =
                Advice.on(List.of("Traceback", line, "bye"), WORKER_0, BRIDGED).orElseThrow();

        assertTrue(advice.startsWith("--server script"), advice);
        assertEquals(Optional.empty(), Advice.on(List.of(line), WORKER_0, SCRIPTED));
    }

    @Test
    void pythonWithoutTensorFlowIsNamed() {
        String line = "ModuleNotFoundError: No module named 'tensorflow'";

        String advice = Advice.on(List.of(line), WORKER_0, SCRIPTED).orElseThrow();

        assertEquals(
                "--python PATH or --python-env ARCHIVE with a Python that has TensorFlow: python3 has none", advice);
    }

    @ParameterizedTest
    @ValueSource(strings = {"helper", "numpy", "tensorflow_datasets", "tensorflow.contrib"})
    void moduleThatIsNotOnTheNodeIsNamed(String module) {
        String line = "ModuleNotFoundError: No module named '" + module + "'";

        String advice = Advice.on(List.of(line), WORKER_0, BRIDGED).orElseThrow();

        assertTrue(advice.startsWith("--files or --src DIR if the module " + module + " is yours"), advice);
    }

    @Test
    void whatHasOtherCausesGetsNoAdvice() {
        assertEquals(Optional.empty(), Advice.on(List.of("ValueError: no"), WORKER_0, BRIDGED));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PyFunc", "EagerPyFunc", "PyFuncStateless"})
    void pythonFunctionOnABridgeIsExplainedWhoeverSawItFail(String op) {
        List<String> tail = List.of("No OpKernel was registered to support Op '" + op + "' used by node PyFunc");

        assertTrue(Advice.on(tail, WORKER_0, BRIDGED).orElseThrow().contains("py_function"));
        assertTrue(Advice.on(tail, CHIEF_0, COORDINATED).orElseThrow().contains("--server script"));
        assertEquals(Optional.empty(), Advice.on(tail, WORKER_0, SCRIPTED));
    }

    @Test
    void adviceStandsInTheVerdictBeforeTheLastWords() {
        ExitReason reason = ExitReason.ofProcess(1, List.of("No module named 'tensorflow'"));

        Job job = JobFixture.after(JobFixture.running(), new TaskExited(JobFixture.runner(WORKER_0), reason));

        assertEquals(
                """
                worker:0 failed with exit code 1.
                  container  container_worker:0 on node-of-worker
                  try        --python PATH or --python-env ARCHIVE with a Python that has TensorFlow: python3 has none
                  the last lines of its error output:
                    No module named 'tensorflow'""",
                job.outcome().orElseThrow().message());
    }
}
