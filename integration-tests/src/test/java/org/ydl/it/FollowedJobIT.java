package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A job that its client leaves, and another finds: list, status, attach, wait, logs. And jobs of several outputs. */
@ExtendWith(OneCluster.class)
class FollowedJobIT {
    private static final int JOB_FAILED = 1;
    private static final int INTERRUPTED = 130;
    private static final int TIMED_OUT = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Installation ydl;

    FollowedJobIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void detachedJobIsFoundFollowedAndWaitedForByOthers() throws JsonProcessingException {
        Gate gate = Gate.in(ydl);
        Command run = ydl.ydl("-job", waiting(), "-w", "2", "-s", "1", "--detach", "--", gate + "-{task_index}");
        assertEquals(0, run.exitCode(), run::toString);
        String id = run.applicationId();
        assertEquals(List.of(id), run.out());

        try (Command attach = ydl.ydl("attach", id, "--logs", "all")) {
            attach.awaitLine("[worker:0] worker:0 waits for gate-0"::equals);
            attach.awaitLine("[worker:1] worker:1 waits for gate-1"::equals);
            attach.signal("INT");

            assertEquals(INTERRUPTED, attach.exitCode(), attach::toString);
            assertTrue(attach.text().contains(id + " runs on"), attach::toString);
        }
        Command list = succeeded("list");
        assertTrue(list.out().stream().anyMatch(line -> line.startsWith(id + "  waits_for.py")), list::toString);
        JsonNode running = status(id);
        assertEquals("running", running.at("/phase").asText());
        assertEquals(List.of("ps:0", "worker:0", "worker:1"), running.findValuesAsText("task"));
        assertEquals(List.of("serving", "running the job", "running the job"), running.findValuesAsText("state"));
        Command impatient = ydl.ydl("wait", id, "--timeout", "1s");
        assertEquals(TIMED_OUT, impatient.exitCode(), impatient::toString);

        try (Command wait = ydl.ydl("wait", id)) {
            gate.of(1).open(3);

            assertEquals(JOB_FAILED, wait.exitCode(), wait::toString);
            assertEquals(List.of(id + " FAILED"), wait.out());
        }
        assertLeftItsStory(id);
        Leftovers.awaitNone(ydl, id);
    }

    private void assertLeftItsStory(String id) throws JsonProcessingException {
        JsonNode ended = status(id);
        assertEquals("ended", ended.at("/phase").asText());
        assertEquals("JOB_FAILED", ended.at("/outcome/code").asText());
        assertEquals(List.of("ps:0", "worker:0", "worker:1"), ended.findValuesAsText("task"));
        Command status = succeeded("status", id);
        assertTrue(status.text().contains("worker:1 failed with exit code 3."), status::toString);
        assertTrue(status.text().contains("was stopped with the job"), status::toString);

        Command logs = logsOnceCollected(id, "worker:1");
        assertTrue(logs.out().get(0).startsWith("=== worker:1  container_"), logs::toString);
        assertTrue(logs.out().contains("worker:1 waits for gate-1"), logs::toString);
        assertTrue(logs.out().contains("worker:1 exits with 3"), logs::toString);
        assertFalse(logs.text().contains("worker:0 waits"), logs::toString);
    }

    @Test
    void outputOfChosenTasksIsShownAndNoOther() {
        Gate gate = Gate.in(ydl);
        // A program that owns its servers runs on the ps, too.
        try (Command run = ydl.ydl(
                "-job",
                waiting(),
                "-w",
                "2",
                "-s",
                "1",
                "--server",
                "script",
                "--logs",
                "worker:1,ps:0",
                "--",
                gate.toString())) {

            // The job ends with its workers: what the ps writes after them may not be seen any more.
            run.awaitLine("[ps:0] ps:0 waits for gate"::equals);
            gate.open(0);

            assertEquals(0, run.exitCode(), run::toString);
            assertTrue(run.out().contains("[worker:1] worker:1 exits with 0"), run::toString);
            assertFalse(run.text().contains("worker:0 waits"), run::toString);
            assertFalse(run.text().contains("worker:0 exits"), run::toString);
            Leftovers.awaitNone(ydl, run.applicationId());
        }
    }

    @Test
    void everyWorkersClientRunsBesideTheLauncherAtItsPlace() {
        Gate gate = Gate.in(ydl);
        gate.of(0).open(0);
        gate.of(1).open(0);

        Command run = clients(gate);

        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.out().contains("[worker:0] worker:0 exits with 0"), run::toString);
        assertTrue(run.out().contains("[worker:1] worker:1 exits with 0"), run::toString);
        assertEquals(run.applicationId() + " SUCCEEDED", run.out().get(run.out().size() - 1));
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void clientThatFailsEndsTheOthersAndTheJob() {
        Gate gate = Gate.in(ydl);
        try (Command run = clients(gate)) {
            run.awaitLine("[worker:0] worker:0 waits for gate-0"::equals);
            gate.of(1).open(3);

            assertEquals(JOB_FAILED, run.exitCode(), run::toString);
            assertTrue(run.text().contains("the client process of worker:1 failed with exit code 3."), run::toString);
            assertFalse(run.text().contains("worker:0 exits"), run::toString);
            assertEquals(List.of(), LiveProcesses.naming(gate.of(0).toString()));
            Leftovers.awaitNone(ydl, run.applicationId());
        }
    }

    @Test
    void clientFollowsItsJobToTheNextMaster() {
        Gate gate = Gate.in(ydl);
        try (Command run = ydl.ydl("-job", waiting(), "-w", "2", "--", gate.toString())) {
            String id = run.applicationId();
            String first = "ydl: AM up at " + run.masterAddress();
            run.awaitLine("worker:0 waits for gate"::equals);
            new JobProcesses(id).master().kill();
            run.awaitLine(line -> line.startsWith("ydl: AM up at ") && !line.equals(first));
            gate.open(0);

            assertEquals(0, run.exitCode(), run::toString);
            assertTrue(run.out().contains("worker:0 exits with 0"), run::toString);
            assertEquals(id + " SUCCEEDED", run.out().get(run.out().size() - 1));
            Leftovers.awaitNone(ydl, id);
        }
    }

    private String waiting() {
        return ydl.job("waits_for.py");
    }

    /** Two workers that serve, and a process here for each of them, which waits at a gate of its own. */
    private Command clients(Gate gate) {
        return ydl.ydl(
                "-job",
                waiting(),
                "-w",
                "2",
                "--deploy-mode",
                "client",
                "--clients",
                "all",
                "--",
                gate + "-{task_index}");
    }

    private JsonNode status(String id) throws JsonProcessingException {
        return new ObjectMapper()
                .readTree(succeeded("status", id, "--json").out().get(0));
    }

    private Command succeeded(String... words) {
        Command command = ydl.ydl(words);
        assertEquals(0, command.exitCode(), command::toString);
        return command;
    }

    /** A worker's log from YARN, which collects it some time after the job has ended. */
    private Command logsOnceCollected(String id, String task) {
        // Not as the local cluster, whose nodes' directories ydl would look into meanwhile.
        String conf = ydl.clusterHome().resolve("conf").toString();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Command logs;
        do {
            logs = ydl.ydl("logs", id, "--task", task, "--conf-dir", conf);
        } while (logs.exitCode() != 0 && System.nanoTime() < deadline);
        assertEquals(0, logs.exitCode(), logs::toString);
        return logs;
    }
}
