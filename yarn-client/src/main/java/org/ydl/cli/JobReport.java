package org.ydl.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobStatus;
import org.ydl.api.v1.TaskStatus;
import org.ydl.client.Applications;

/**
 * All that is known of one job, for people and for programs.
 *
 * @param status what its application master says, or left behind; absent before it is up, and if it died
 */
record JobReport(ApplicationReport application, Optional<JobStatus> status) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** One word: where the job is. */
    String phase() {
        if (Applications.hasEnded(application)) {
            return "ended";
        }
        return switch (status.map(known -> known.getProgress().getPhase()).orElse(JobPhase.JOB_PHASE_UNSPECIFIED)) {
            case JOB_PHASE_GATHERING -> "gathering";
            case JOB_PHASE_RUNNING -> "running";
            case JOB_PHASE_STOPPING, JOB_PHASE_DONE -> "stopping";
            case JOB_PHASE_UNSPECIFIED, UNRECOGNIZED -> "waiting";
        };
    }

    /** How the job ended, or is going to. */
    Optional<Outcome> outcome() {
        return Applications.outcome(application)
                .or(() -> status.filter(JobStatus::hasOutcome).map(known -> Outcome.from(known.getOutcome())));
    }

    List<String> text() {
        List<String> lines = new ArrayList<>();
        lines.add(application.getApplicationId() + "  " + application.getName());
        lines.add("  phase      " + phase() + (phase().equals("waiting") ? waitingFor() : ""));
        status.filter(known -> known.getAmAttempt() > 1)
                .ifPresent(known -> lines.add("  master     application attempt " + known.getAmAttempt()));
        status.filter(known -> known.getGeneration() > 1)
                .ifPresent(known -> lines.add("  cluster    generation " + known.getGeneration()));
        lines.add("  queue      " + application.getQueue());
        lines.add("  started    " + Times.text(application.getStartTime()));
        if (application.getFinishTime() > 0) {
            lines.add("  ended      " + Times.text(application.getFinishTime()));
        }
        outcome().ifPresent(outcome -> {
            lines.add("  outcome    " + outcome.code());
            outcome.message().lines().forEach(line -> lines.add("    " + line));
        });
        if (status.isPresent()) {
            TextTable table = new TextTable("TASK", "STATE", "RESTARTS", "HOST", "CONTAINER", "ADDRESS");
            for (TaskStatus task : status.get().getTasksList()) {
                table.add(
                        TaskId.from(task.getTask()).toString(),
                        task.getState(),
                        Integer.toString(task.getAttempt()),
                        shown(task.getHost()),
                        shown(task.getContainerId()),
                        shown(task.getAddress()));
            }
            lines.add("");
            lines.addAll(table.lines());
        }
        return lines;
    }

    private String waitingFor() {
        if (Applications.master(application).isPresent()) {
            return ": the application master does not answer";
        }
        int attempt = Optional.ofNullable(application.getCurrentApplicationAttemptId())
                .map(ApplicationAttemptId::getAttemptId)
                .orElse(1);
        String said =
                Optional.ofNullable(application.getDiagnostics()).orElse("").strip();
        return (attempt > 1 ? ": the application master was lost, YARN starts it again (attempt " + attempt + ")" : "")
                + ": YARN says " + application.getYarnApplicationState()
                + (said.isEmpty() ? "" : ", " + said.replace("\n", "\n    "));
    }

    private static String shown(String cell) {
        return cell.isEmpty() ? "-" : cell;
    }

    /** One object. Its fields are always there; what is not known is null. */
    String json() {
        ObjectNode job = JSON.createObjectNode();
        job.put("app_id", application.getApplicationId().toString());
        job.put("name", application.getName());
        job.put("user", application.getUser());
        job.put("queue", application.getQueue());
        job.put("yarn_state", application.getYarnApplicationState().name());
        job.put("phase", phase());
        job.put("started", time(application.getStartTime()));
        job.put("ended", time(application.getFinishTime()));
        job.put("am_attempt", status.map(JobStatus::getAmAttempt).orElse(null));
        job.put("generation", status.map(JobStatus::getGeneration).orElse(null));
        Optional<Outcome> outcome = outcome();
        if (outcome.isEmpty()) {
            job.putNull("outcome");
        } else {
            job.putObject("outcome")
                    .put("code", outcome.get().code().name())
                    .put("exit_code", outcome.get().code().code())
                    .put("message", outcome.get().message());
        }
        ArrayNode tasks = job.putArray("tasks");
        status.ifPresent(known -> known.getTasksList().forEach(task -> tasks.addObject()
                .put("task", TaskId.from(task.getTask()).toString())
                .put("attempt", task.getAttempt())
                .put("state", task.getState())
                .put("host", nullIfEmpty(task.getHost()))
                .put("container", nullIfEmpty(task.getContainerId()))
                .put("address", nullIfEmpty(task.getAddress()))));
        try {
            return JSON.writeValueAsString(job);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a job that cannot be written as JSON", e);
        }
    }

    private static String time(long millis) {
        return millis > 0 ? Instant.ofEpochMilli(millis).toString() : null;
    }

    private static String nullIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }
}
