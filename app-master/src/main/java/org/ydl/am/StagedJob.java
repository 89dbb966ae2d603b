package org.ydl.am;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.JobSpec;
import org.ydl.api.PortRange;

/**
 * What the client leaves for the application master: the job, where its files are, and what to remove at the end.
 *
 * @param stagingDir the job's own directory, removed when the job has ended
 * @param historyFile where the job's last status is kept when it has ended
 * @param taskFiles what each task's container gets
 * @param containerEnvironment what every container of the job is started with, beside who it is
 */
public record StagedJob(
        JobSpec spec,
        String stagingDir,
        String historyFile,
        List<StagedFile> taskFiles,
        Map<String, String> containerEnvironment) {
    /** Its name in the application master's working directory. */
    public static final String FILE_NAME = "job.json";

    /** The variable that tells a container which ports it may serve at. */
    public static final String PORT_RANGE = "YDL_PORT_RANGE";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .addModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    public StagedJob {
        taskFiles = List.copyOf(taskFiles);
        containerEnvironment = Collections.unmodifiableSortedMap(new TreeMap<>(containerEnvironment));
    }

    /** Where the job may serve, itself and for its tasks; absent: at any port. */
    public Optional<PortRange> ports() {
        return Optional.ofNullable(containerEnvironment.get(PORT_RANGE)).map(PortRange::parse);
    }

    public String toJson() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a job that cannot be written as JSON: " + this, e);
        }
    }

    public static StagedJob fromJson(String json) {
        try {
            return JSON.readValue(json, StagedJob.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "this " + FILE_NAME + " was not written by this version of ydl: " + e.getMessage(), e);
        }
    }
}
