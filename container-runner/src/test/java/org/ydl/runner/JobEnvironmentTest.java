package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;
import org.ydl.api.v1.ServerOwner;
import org.ydl.api.v1.TaskPlan;

class JobEnvironmentTest {
    private static final TaskId TASK = new TaskId(Role.WORKER, 1);

    private final Optional<Server.Serving> serving =
            Optional.of(new Server.Serving("grpc://b:2", FakeTensorFlow.LIBRARY));

    @Test
    void theLibraryOfTheServerIsNamed() {
        Map<String, String> variables = environment(TaskPlan.newBuilder(), serving, Map.of());

        assertEquals(FakeTensorFlow.LIBRARY.toString(), variables.get("YDL_TF_LIBRARY"));
        assertEquals("grpc://b:2", variables.get("YDL_TARGET"));
        assertFalse(variables.containsKey("LD_LIBRARY_PATH"));
    }

    @Test
    void theLibraryPathEndsWithTheLibraryForAProcessThatIsToFindIt() {
        TaskPlan.Builder plan = TaskPlan.newBuilder().setFindsLibrary(true);

        assertEquals("/lib/tensorflow", libraryPath(plan, Map.of()));
        assertEquals("/lib/tensorflow", libraryPath(plan, Map.of("LD_LIBRARY_PATH", "")));
        assertEquals("/cuda:/lib/tensorflow", libraryPath(plan, Map.of("LD_LIBRARY_PATH", "/cuda")));
    }

    @Test
    void withoutAServerOfTheRunnerThereIsNeitherTargetNorLibrary() {
        TaskPlan.Builder plan = TaskPlan.newBuilder()
                .addCommand("job")
                .setFindsLibrary(true)
                .setServer(ServerOwner.SERVER_OWNER_SCRIPT);

        Map<String, String> variables = environment(plan, Optional.empty(), Map.of());

        for (String absent : List.of("YDL_TARGET", "YDL_TF_LIBRARY", "LD_LIBRARY_PATH")) {
            assertFalse(variables.containsKey(absent), absent);
        }
    }

    @Test
    void pathBeginsWithTheDirectoryOfPythonIfItHasOne() {
        TaskPlan.Builder named = TaskPlan.newBuilder().setPython("python3.11");
        TaskPlan.Builder placed = TaskPlan.newBuilder().setPython("/opt/env/bin/python");

        assertEquals("/bin", environment(named, serving, Map.of("PATH", "/bin")).get("PATH"));
        assertEquals(
                "/opt/env/bin:/bin",
                environment(placed, serving, Map.of("PATH", "/bin")).get("PATH"));
        assertEquals(
                "/opt/env/bin:/mine",
                environment(placed.putEnvironment("PATH", "/mine"), serving, Map.of("PATH", "/bin"))
                        .get("PATH"));
    }

    @Test
    void aWorkerOfASparseClusterIsToldOfItselfAlone() {
        String config = environment(TaskPlan.newBuilder().setSparse(true), serving, Map.of())
                .get("TF_CONFIG");

        assertEquals("{\"cluster\":{\"worker\":{\"1\":\"b:2\"}},\"task\":{\"type\":\"worker\",\"index\":1}}", config);
    }

    @Test
    void theLocaleIsThatOfTheContainer() {
        Map<String, String> had = Map.of("LC_ALL", "C.UTF-8", "YDL_LC_ALL", "C");
        Map<String, String> hadNone = Map.of("LC_ALL", "C.UTF-8", "YDL_LC_ALL", "");
        TaskPlan.Builder own = TaskPlan.newBuilder().putEnvironment("LC_ALL", "de_DE");

        assertEquals("C", environment(TaskPlan.newBuilder(), serving, had).get("LC_ALL"));
        assertFalse(environment(TaskPlan.newBuilder(), serving, hadNone).containsKey("LC_ALL"));
        assertEquals("de_DE", environment(own, serving, had).get("LC_ALL"));
        assertFalse(environment(own, serving, had).containsKey("YDL_LC_ALL"));
    }

    @Test
    void itTellsHowThingsStandNowAndNotWhenTheContainerWasLaunched() {
        Map<String, String> launched = Map.of("YDL_AM", "first:1", "YDL_ATTEMPT", "0", "YDL_PORT", "4000");

        Map<String, String> variables = environment(TaskPlan.newBuilder(), serving, launched);

        assertEquals("second:2", variables.get("YDL_AM"));
        assertEquals("3", variables.get("YDL_ATTEMPT"));
        assertFalse(variables.containsKey("YDL_PORT"));
    }

    private String libraryPath(TaskPlan.Builder plan, Map<String, String> inherited) {
        return environment(plan, serving, inherited).get("LD_LIBRARY_PATH");
    }

    private static Map<String, String> environment(
            TaskPlan.Builder plan, Optional<Server.Serving> serving, Map<String, String> inherited) {
        Notes notes = new Notes(new HostPort("second", 2), 2, Duration.ofMinutes(1), 3, 0);
        ClusterSpec spec = new ClusterSpec(
                "application_1_0001",
                1,
                new TreeMap<>(Map.of(Role.WORKER, List.of(new HostPort("a", 1), new HostPort("b", 2)))));
        Plan made = Plan.from(plan.build());
        return new JobEnvironment(notes, new Ready(made, new TaskPlace(spec, TASK, made.sparse()), serving))
                .over(inherited);
    }
}
