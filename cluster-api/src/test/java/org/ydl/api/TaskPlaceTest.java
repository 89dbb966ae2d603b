package org.ydl.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TaskPlaceTest {
    private final ClusterSpec spec = new ClusterSpec(
            "application_1_0001",
            1,
            new TreeMap<>(Map.of(
                    Role.CHIEF,
                    List.of(new HostPort("d", 4)),
                    Role.WORKER,
                    List.of(new HostPort("a", 1), new HostPort("b", 2)),
                    Role.PS,
                    List.of(new HostPort("c", 3)))));
    private final TaskPlace place = new TaskPlace(spec, new TaskId(Role.WORKER, 1), false);

    @Test
    void everyPlaceholderIsReplacedWhereverItStands() {
        assertEquals("--ps=c:3 --wk=a:1,b:2 d:4", place.fill("--ps={ps_hosts} --wk={worker_hosts} {chief_hosts}"));
        assertEquals("/tmp/worker-1-of-2", place.fill("/tmp/{job_name}-{task_index}-of-{num_workers}"));
        assertEquals("application_1_0001/1", place.fill("{app_id}/{num_ps}"));
    }

    @Test
    void whatIsNoPlaceholderStaysAsItIs() {
        for (String text : List.of("{\"a\": 1}", "${home}", "{}", "{A}", "a{1}", "$1 \\ {x y}", "*")) {
            assertEquals(text, place.fill(text));
            assertEquals(List.of(), Placeholder.unknown(text));
            assertFalse(Placeholder.isIn(text));
        }
    }

    @Test
    void doubledBracesGiveTheBracedWord() {
        assertEquals("{ps_hosts} and {other}", place.fill("{{ps_hosts}} and {{other}}"));
        assertEquals(List.of(), Placeholder.unknown("{{other}}"));
    }

    @Test
    void pythonAndJavaAreTheJobsOwnWhereTheyAreTheProgram() {
        assertEquals(
                List.of("/opt/py", "x.py", "python", "1"),
                place.command(List.of("python", "x.py", "python", "{task_index}"), "/opt/py", "/opt/java"));
        assertEquals(List.of("/opt/java", "-jar"), place.command(List.of("java", "-jar"), "/opt/py", "/opt/java"));
        assertEquals(List.of("./a.out"), place.command(List.of("./a.out"), "/opt/py", "/opt/java"));
    }

    @Test
    void unknownOnesAreNamed() {
        assertEquals(List.of("{ps_host}", "{x}"), Placeholder.unknown("{ps_host}:{num_ps}:{x}"));
        assertTrue(Placeholder.isIn("{x}{num_ps}"));
    }

    @Test
    void workerOfSparseClusterSeesItselfTheChiefAndThePs() {
        TaskPlace sparse = new TaskPlace(spec, new TaskId(Role.WORKER, 1), true);

        assertEquals(
                "{\"cluster\":{\"chief\":[\"d:4\"],\"ps\":[\"c:3\"],\"worker\":{\"1\":\"b:2\"}},"
                        + "\"task\":{\"type\":\"worker\",\"index\":1}}",
                sparse.tfConfig());
        assertEquals(Map.of(1, new HostPort("b", 2)), sparse.members(Role.WORKER));
        assertEquals("a:1,b:2", sparse.fill("{worker_hosts}"));
    }

    @Test
    void othersOfSparseClusterSeeEveryone() {
        TaskPlace ps = new TaskPlace(spec, new TaskId(Role.PS, 0), true);

        assertEquals(new TaskPlace(spec, new TaskId(Role.PS, 0), false).tfConfig(), ps.tfConfig());
    }

    @Test
    void variablesTellThePlace() {
        Map<String, String> variables = place.variables();

        assertEquals("worker", variables.get("YDL_ROLE"));
        assertEquals("1", variables.get("YDL_TASK_INDEX"));
        assertEquals("a:1,b:2", variables.get("YDL_WORKER_HOSTS"));
        assertEquals(spec.toJson(), variables.get("YDL_CLUSTER"));
    }
}
