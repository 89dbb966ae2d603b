package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;

class JobReportTest {
    private static final Outcome FAILED =
            new Outcome(ExitCode.JOB_FAILED, "worker:0 failed with exit code 3.\n  try x");

    @Test
    void runningJobShowsItsTasksInATable() {
        JobReport report = new JobReport(application(YarnApplicationState.RUNNING), Optional.of(status()));

        List<String> text = report.text();

        assertEquals("application_1700000000000_0001  plus.py", text.get(0));
        assertEquals("  phase      running", text.get(1));
        assertEquals(
                List.of(
                        "TASK      STATE                    RESTARTS  HOST   CONTAINER   ADDRESS",
                        "ps:0      serving                  0         node7  container2  node7:2000",
                        "worker:0  waiting for a container  1         -      -           -"),
                text.subList(text.size() - 3, text.size()));
    }

    @Test
    void jobThatWentThroughFaultsSaysSo() {
        JobStatus status = status().toBuilder().setAmAttempt(2).setGeneration(3).build();

        List<String> text = new JobReport(application(YarnApplicationState.RUNNING), Optional.of(status)).text();

        assertEquals(
                List.of("  phase      running", "  master     application attempt 2", "  cluster    generation 3"),
                text.subList(1, 4));
    }

    @Test
    void jobBetweenTwoMastersSaysWhatYarnDoesAboutIt() {
        ApplicationReport application = application(YarnApplicationState.ACCEPTED);
        application.setCurrentApplicationAttemptId(ApplicationAttemptId.newInstance(application.getApplicationId(), 2));
        application.setDiagnostics("waiting for AM container to be allocated");

        assertEquals(
                "  phase      waiting: the application master was lost, YARN starts it again (attempt 2):"
                        + " YARN says ACCEPTED, waiting for AM container to be allocated",
                new JobReport(application, Optional.empty()).text().get(1));
    }

    @Test
    void endedJobShowsItsOutcomeAlsoWithoutAHistory() {
        ApplicationReport application = application(YarnApplicationState.FINISHED);
        application.setDiagnostics(FAILED.diagnostics());

        List<String> text = new JobReport(application, Optional.empty()).text();

        assertTrue(
                text.containsAll(List.of(
                        "  phase      ended",
                        "  outcome    JOB_FAILED",
                        "    worker:0 failed with exit code 3.",
                        "      try x")),
                text::toString);
    }

    @Test
    void jobWithoutAMasterIsWaitingForYarn() {
        List<String> text = new JobReport(application(YarnApplicationState.ACCEPTED), Optional.empty()).text();

        assertEquals("  phase      waiting: YARN says ACCEPTED", text.get(1));
    }

    @Test
    void jsonHasEveryFieldAndNullForWhatIsNotKnown() throws Exception {
        JsonNode running = json(new JobReport(application(YarnApplicationState.RUNNING), Optional.of(status())));
        JsonNode waiting = json(new JobReport(application(YarnApplicationState.ACCEPTED), Optional.empty()));

        assertEquals(
                List.of(
                        "app_id",
                        "name",
                        "user",
                        "queue",
                        "yarn_state",
                        "phase",
                        "started",
                        "ended",
                        "am_attempt",
                        "generation",
                        "outcome",
                        "tasks"),
                names(running));
        assertEquals(names(running), names(waiting));
        assertTrue(waiting.get("outcome").isNull());
        assertEquals("2023-11-14T22:13:20Z", running.get("started").asText());
        assertEquals("ps:0", running.get("tasks").get(0).get("task").asText());
        assertTrue(running.get("tasks").get(1).get("host").isNull());
    }

    @Test
    void jsonOfAnEndedJobHasItsExitCode() throws Exception {
        ApplicationReport application = application(YarnApplicationState.FINISHED);
        application.setDiagnostics(FAILED.diagnostics());

        JsonNode outcome =
                json(new JobReport(application, Optional.of(status()))).get("outcome");

        assertEquals("JOB_FAILED", outcome.get("code").asText());
        assertEquals(1, outcome.get("exit_code").asInt());
        assertEquals(FAILED.message(), outcome.get("message").asText());
    }

    @Test
    void listHasALineForEachJob() {
        ApplicationReport ended = application(YarnApplicationState.FINISHED);
        ended.setDiagnostics(FAILED.diagnostics());

        List<String> table = ListCommand.table(List.of(application(YarnApplicationState.RUNNING), ended));

        assertEquals(3, table.size());
        assertTrue(
                table.get(1).matches("application_1700000000000_0001  plus.py  RUNNING   - .* research"),
                table::toString);
        assertTrue(table.get(2).matches(".*FINISHED  JOB_FAILED .* research"), table::toString);
    }

    private static ApplicationReport application(YarnApplicationState state) {
        ApplicationReport report = Records.newRecord(ApplicationReport.class);
        report.setApplicationId(ApplicationId.newInstance(1_700_000_000_000L, 1));
        report.setName("plus.py");
        report.setUser("ada");
        report.setQueue("research");
        report.setStartTime(1_700_000_000_000L);
        report.setProgress(0.4f);
        report.setYarnApplicationState(state);
        return report;
    }

    private static JobStatus status() {
        return JobStatus.newBuilder()
                .setProgress(JobProgress.newBuilder().setPhase(JobPhase.JOB_PHASE_RUNNING))
                .addTasks(TaskStatus.newBuilder()
                        .setTask(TaskId.parse("ps:0").toMessage())
                        .setState("serving")
                        .setHost("node7")
                        .setContainerId("container2")
                        .setAddress("node7:2000"))
                .addTasks(TaskStatus.newBuilder()
                        .setTask(TaskId.parse("worker:0").toMessage())
                        .setAttempt(1)
                        .setState("waiting for a container"))
                .build();
    }

    private static JsonNode json(JobReport report) throws Exception {
        return new ObjectMapper().readTree(report.json());
    }

    private static List<String> names(JsonNode node) {
        List<String> names = new java.util.ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
