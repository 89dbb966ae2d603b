package org.ydl.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.Role;
import org.ydl.api.ServerOwner;

class JobShapeTest {
    private static final Map<Role, Integer> TWO_AND_ONE = Map.of(Role.WORKER, 2, Role.PS, 1);
    private static final Map<Role, Integer> WITH_CHIEF = Map.of(Role.WORKER, 2, Role.PS, 1, Role.CHIEF, 1);

    @Test
    void scriptWithoutServerRunsOnWorkersBesideBridges() {
        JobShape shape = decide(wishes(TWO_AND_ONE), "import tensorflow as tf\n");

        assertEquals(ServerOwner.BRIDGE, shape.server(Role.PS));
        assertEquals(ServerOwner.BRIDGE, shape.server(Role.WORKER));
        assertTrue(shape.runsProgram(Role.WORKER));
        assertFalse(shape.runsProgram(Role.PS));
        assertEquals(Decider.TRAINERS, shape.decider());
        assertEquals(List.of("--server bridge: job.py makes no server, so ydl starts them"), shape.reasons());
    }

    @Test
    void scriptThatMakesServerOwnsItInEveryRole() {
        JobShape shape = decide(wishes(TWO_AND_ONE), "server = tf.distribute.Server(cluster)\n");

        assertEquals(ServerOwner.SCRIPT, shape.server(Role.PS));
        assertTrue(shape.runsProgram(Role.PS));
        assertEquals(List.of("--server script: job.py makes a tf.distribute.Server"), shape.reasons());
    }

    @Test
    void multiWorkerStrategyOwnsItsServers() {
        JobShape shape = decide(
                wishes(Map.of(Role.WORKER, 2, Role.EVALUATOR, 1)), "s = tf.distribute.MultiWorkerMirroredStrategy()\n");

        assertEquals(ServerOwner.SCRIPT, shape.server(Role.WORKER));
        assertEquals(ServerOwner.NOBODY, shape.server(Role.EVALUATOR));
        assertTrue(shape.runsProgram(Role.EVALUATOR));
    }

    @Test
    void chiefOfParameterServerStrategyCoordinatesBridges() {
        JobShape shape = decide(wishes(WITH_CHIEF), "s = tf.distribute.ParameterServerStrategy(r)\n");

        assertTrue(shape.runsProgram(Role.CHIEF));
        assertFalse(shape.runsProgram(Role.WORKER));
        assertEquals(ServerOwner.SCRIPT, shape.server(Role.CHIEF), "its coordinator takes the chief's port");
        assertEquals(ServerOwner.BRIDGE, shape.server(Role.WORKER));
    }

    @Test
    void parameterServerStrategyThatMakesItsServersEndsWithItsChief() {
        JobShape shape = decide(
                wishes(WITH_CHIEF),
                "if worker: tf.distribute.Server(c).join()\nelse: tf.distribute.ParameterServerStrategy(r)\n");

        assertTrue(shape.runsProgram(Role.WORKER));
        assertEquals(ServerOwner.SCRIPT, shape.server(Role.WORKER));
        assertEquals(Decider.CHIEF, shape.decider());
    }

    @Test
    void whatOnlyCommentsAndStringsSayCountsForNothing() {
        JobShape shape = decide(
                wishes(TWO_AND_ONE),
                "# tf.distribute.Server(x)\n'''no tf.distribute.Server(x)\n'''\nprint(\"MultiWorkerMirroredStrategy \\\" \")\n");

        assertEquals(ServerOwner.BRIDGE, shape.server(Role.WORKER));
    }

    @Test
    void explicitBridgeForScriptWithServerIsWarnedOf() {
        JobShape shape = decide(
                new JobShape.Wishes(
                        DeployMode.CLUSTER, ServerChoice.BRIDGE, RunOn.AUTO, Pass.AUTO, Success.AUTO, TWO_AND_ONE),
                "tf.train.Server(c)");

        assertEquals(ServerOwner.BRIDGE, shape.server(Role.WORKER));
        assertTrue(
                shape.reasons().get(0).contains("--server script"),
                shape.reasons().get(0));
    }

    @Test
    void clientModeLeavesContainersToServe() {
        JobShape shape = decide(
                new JobShape.Wishes(
                        DeployMode.CLIENT, ServerChoice.AUTO, RunOn.AUTO, Pass.AUTO, Success.AUTO, TWO_AND_ONE),
                "p.add_argument('--wk')");

        assertFalse(shape.runsProgram(Role.WORKER));
        assertEquals(ServerOwner.BRIDGE, shape.server(Role.WORKER));
        assertEquals(Decider.CLIENT, shape.decider());
        assertEquals(List.of("--ps", "{ps_hosts}", "--wk", "{worker_hosts}"), shape.passed());
        assertTrue(shape.reasons().contains("--server bridge: the program runs here, the containers serve"));
    }

    @Test
    void serverOfItsOwnBesideTheClientIsWarnedOf() {
        JobShape shape = decide(
                new JobShape.Wishes(
                        DeployMode.CLIENT, ServerChoice.AUTO, RunOn.AUTO, Pass.AUTO, Success.AUTO, TWO_AND_ONE),
                "from tensorflow.distribute import ClusterSpec, Server");

        assertTrue(
                shape.reasons().get(0).contains("without --deploy-mode client"),
                shape.reasons().get(0));
    }

    @Test
    void parameterServerStrategyWithoutChiefIsWarnedOf() {
        JobShape shape = decide(wishes(TWO_AND_ONE), "tf.distribute.ParameterServerStrategy(r)");

        assertTrue(
                shape.reasons().get(1).contains("--num-chief 1"),
                shape.reasons().toString());
    }

    @Test
    void otherPlaceholdersLeavePassingAlone() {
        assertEquals(
                List.of("--ps", "{ps_hosts}", "--wk", "{worker_hosts}"),
                decide(wishes(TWO_AND_ONE), "p('--wk')", "--logs=/logs/{app_id}")
                        .passed());
    }

    @Test
    void onlyTheHostFlagsThatScriptMentionsArePassed() {
        JobShape shape = decide(
                wishes(TWO_AND_ONE),
                "flags.DEFINE_string('ps_hosts', '', '')\nflags.DEFINE_string(\"worker_hosts\", '')\np('--task_index')");

        assertEquals(
                List.of("--ps_hosts", "{ps_hosts}", "--worker_hosts", "{worker_hosts}", "--task_index", "{task_index}"),
                shape.passed());
        assertTrue(shape.reasons().contains("passing --ps_hosts --worker_hosts --task_index: job.py mentions them"));
    }

    @Test
    void nothingIsPassedBesidePlaceholdersNorTwice() {
        String script = "p('--ps_hosts'); p('--worker_hosts'); p('--job_name'); p('--task_index')";

        assertEquals(
                List.of(),
                decide(wishes(TWO_AND_ONE), script, "--ps_hosts", "{ps_hosts}").passed());
        assertEquals(
                List.of("--ps_hosts", "{ps_hosts}", "--worker_hosts", "{worker_hosts}", "--job_name", "{job_name}"),
                decide(wishes(TWO_AND_ONE), script, "--task_index=0").passed());
    }

    @Test
    void contradictionsAreProblems() {
        assertEquals(
                3,
                JobShape.problems(new JobShape.Wishes(
                                DeployMode.CLIENT,
                                ServerChoice.SCRIPT,
                                RunOn.CHIEF,
                                Pass.NONE,
                                Success.ALL,
                                TWO_AND_ONE))
                        .size());
        assertEquals(List.of(), JobShape.problems(wishes(WITH_CHIEF)));
    }

    private static JobShape.Wishes wishes(Map<Role, Integer> counts) {
        return new JobShape.Wishes(DeployMode.CLUSTER, ServerChoice.AUTO, RunOn.AUTO, Pass.AUTO, Success.AUTO, counts);
    }

    private static JobShape decide(JobShape.Wishes wishes, String script, String... arguments) {
        return JobShape.decide(wishes, Optional.of(ScriptReading.of("job.py", List.of(script))), List.of(arguments));
    }
}
