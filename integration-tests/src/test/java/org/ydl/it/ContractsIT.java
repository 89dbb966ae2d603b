package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Scripts written for other launchers, or for TensorFlow's own strategies, run as they are. */
@ExtendWith(OneCluster.class)
class ContractsIT {
    private static final Pattern ACCURACY = Pattern.compile("accuracy (\\d\\.\\d+)");

    private final Installation ydl;

    ContractsIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void oneClientBesideTheLauncherUsesAllServers() {
        Command run = succeeded(
                "-job", ydl.sample("toy/job.py"), "-numberworkers", "2", "-numberps", "1", "--deploy-mode", "client");

        assertEquals(1, count(run, "2 workers found \\[ 3\\. -2\\.], loss .*"), run::toString);
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void sameScriptRunsInEveryWorker() {
        Command run =
                succeeded("-job", ydl.sample("toy/job.py"), "-numberworkers", "2", "-numberps", "1", "--logs", "all");

        for (int worker : List.of(0, 1)) {
            String line = "\\[worker:" + worker + "] 2 workers found \\[ 3\\. -2\\.], loss .*";
            assertEquals(1, count(run, line), run::toString);
        }
    }

    @Test
    void inGraphJobRunsBesideTheLauncher() {
        Command run = succeeded(
                "-job",
                ydl.sample("in-graph/plus.py"),
                "-numberworkers",
                "1",
                "-numberps",
                "2",
                "--deploy-mode=client");

        assertEquals(1, count(run, "42"), run::toString);
    }

    @Test
    void placeholdersTellACommandItsPlace() {
        Command run = ydl.ydlIn(
                Path.of(ydl.sample("tfmesos")),
                "-w",
                "1",
                "-s",
                "1",
                "--",
                "python",
                "mnist_replica.py",
                "--ps_hosts",
                "{ps_hosts}",
                "--worker_hosts",
                "{worker_hosts}",
                "--job_name",
                "{job_name}",
                "--worker_index",
                "{task_index}");

        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(accuracy(run) > 0.9, run::toString);
    }

    @Test
    void jobEndsThoughItsOwnPsNeverReturns() {
        Command run = succeeded("-job", ydl.sample("ecosystem/train.py"), "-numberworkers", "1", "-numberps", "1");

        assertEquals(1, count(run, "found \\[.*], loss .*"), run::toString);
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void chiefCoordinatesServersThatAreYdls() {
        Command run = succeeded(
                "-job",
                ydl.sample("parameter-server/train.py"),
                "--num-chief",
                "1",
                "--num-workers",
                "2",
                "--num-ps",
                "1");

        assertEquals(1, count(run, "2 workers found \\[ 3\\. -2\\.]"), run::toString);
    }

    @Test
    void mirroredWorkersTrainWhileAnEvaluatorLooksAtTheirCheckpoints() {
        Command run = succeeded(
                "-job",
                ydl.sample("multi-worker/train.py"),
                "--num-workers",
                "2",
                "--num-evaluator",
                "1",
                "--logs",
                "all",
                "--",
                "--model_dir",
                ydl.scratch().resolve("digits-{app_id}").toString());

        assertEquals(1, count(run, "\\[worker:0] 2 workers reached accuracy .*"), run::toString);
        assertEquals(1, count(run, "\\[evaluator:0] evaluated step 400 .*"), run::toString);
        assertTrue(accuracy(run) > 0.9, run::toString);
        Path models = ydl.scratch().resolve("digits-" + run.applicationId());
        assertTrue(Files.exists(models.resolve("checkpoint")), models::toString);
    }

    @Test
    void scriptWithAServerOfItsOwnCannotHaveTheBridgesPort() {
        Command run = ydl.ydl("-job", ydl.job("makes_server.py"), "--server", "bridge");

        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.text().contains("Could not start gRPC server"), run::toString);
        assertTrue(run.text().contains("--server script"), run::toString);
    }

    @Test
    void scriptWithAServerOfItsOwnIsRecognizedAndGetsItsPort() {
        Command run = succeeded("-job", ydl.job("makes_server.py"));

        assertTrue(run.text().contains("--server script: makes_server.py makes a tf.distribute.Server"), run::toString);
        assertEquals(1, count(run, "made a server at grpc://\\S+:\\d+"), run::toString);
    }

    private Command succeeded(String... words) {
        Command run = ydl.ydl(words);
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals(run.applicationId() + " SUCCEEDED", run.out().get(run.out().size() - 1));
        return run;
    }

    private static long count(Command run, String line) {
        return run.out().stream().filter(out -> out.matches(line)).count();
    }

    private static double accuracy(Command run) {
        Matcher matcher = ACCURACY.matcher(run.text());
        assertTrue(matcher.find(), run::toString);
        return Double.parseDouble(matcher.group(1));
    }
}
