package org.ydl.am;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.ydl.api.ClusterSpec;
import org.ydl.api.JobSpec;
import org.ydl.job.Job;
import org.ydl.job.Nodes;
import org.ydl.job.Phase;
import org.ydl.job.Task;

/**
 * What the next application master needs of a job, as text. What changes all the time is left out, so that a heartbeat
 * changes nothing; what the user asked for is staged already.
 */
record SavedJob(
        String appId,
        Phase phase,
        Instant started,
        Optional<ClusterSpec> cluster,
        Nodes nodes,
        Optional<Instant> loss,
        Optional<Instant> decided,
        Optional<Job.End> end,
        List<Task> tasks) {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            // A record is its components: what it says of itself beside them is no part of it.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    static String write(Job job) {
        SavedJob saved = new SavedJob(
                job.appId(),
                job.phase(),
                job.started(),
                job.cluster(),
                job.nodes(),
                job.loss(),
                job.decided(),
                job.end(),
                job.roster().tasks().stream()
                        .map(task -> task.recalled(job.started()))
                        .toList());
        try {
            return JSON.writeValueAsString(saved);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a job that cannot be written as JSON: " + saved, e);
        }
    }

    /** The job as it was written, for {@link org.ydl.job.JobMachine#recover}. */
    static Job read(String text, JobSpec spec) {
        try {
            SavedJob saved = JSON.readValue(text, SavedJob.class);
            return Job.recalled(
                    saved.appId,
                    spec,
                    saved.phase,
                    saved.started,
                    saved.cluster,
                    saved.nodes,
                    saved.loss,
                    saved.decided,
                    saved.end,
                    saved.tasks);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("this job was not kept by this version of ydl: " + e.getMessage(), e);
        }
    }
}
