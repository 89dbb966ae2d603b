package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Program;
import org.ydl.api.RestartPolicy;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;

class StagedJobTest {
    private static final StagedJob EVERYTHING = staged(
            Optional.of("/opt/tf/libtensorflow_cc.so.2"),
            Optional.of(Duration.ofHours(30).plusMillis(1)),
            List.of(
                    new StagedFile("ydl", "hdfs://nn:8020/user/a%20b/.ydl/cache/12ab", 5_000_000_000L, 1_700L, true),
                    new StagedFile("plus.py", "hdfs://nn:8020/user/a%20b/plus.py", 0, 0, false)),
            Map.of("YDL_NATIVE", "native"));

    @Test
    void everyFieldOutlivesTheWayThroughJson() {
        assertEquals(EVERYTHING, StagedJob.fromJson(EVERYTHING.toJson()));
    }

    @Test
    void whatMayBeAbsentStaysAbsent() {
        StagedJob bare = staged(Optional.empty(), Optional.empty(), List.of(), Map.of());

        assertEquals(bare, StagedJob.fromJson(bare.toJson()));
    }

    @Test
    void durationsAreReadableByPeople() {
        assertTrue(EVERYTHING.toJson().contains("\"PT1.5S\""), EVERYTHING::toJson);
    }

    @Test
    void anUnknownFieldIsNamed() {
        String json = EVERYTHING.toJson().replaceFirst("\\{", "{\"colour\": \"blue\",");

        String message = refusal(json);

        assertTrue(message.startsWith("this job.json was not written by this version of ydl: "), message);
        assertTrue(message.contains("\"colour\""), message);
    }

    @Test
    void anUnknownRoleIsNamedWithThoseThatExist() {
        String message = refusal(EVERYTHING.toJson().replace("\"WORKER\"", "\"BOSS\""));

        assertTrue(message.contains("\"BOSS\"") && message.contains("WORKER"), message);
    }

    @Test
    void anEmptyObjectAndATornFileAreRefusedInTheSameWords() {
        String json = EVERYTHING.toJson();

        for (String broken : List.of("{}", json.substring(0, json.length() / 2), "")) {
            assertTrue(refusal(broken).startsWith("this job.json was not written by this version of ydl: "), broken);
        }
    }

    private static String refusal(String json) {
        return assertThrows(IllegalArgumentException.class, () -> StagedJob.fromJson(json))
                .getMessage();
    }

    private static StagedJob staged(
            Optional<String> tfLibrary,
            Optional<Duration> limit,
            List<StagedFile> files,
            Map<String, String> environment) {
        Limits limits = new Limits(
                Duration.ofMinutes(10),
                Duration.ofMinutes(4),
                Duration.ofMinutes(5),
                Duration.ofSeconds(61),
                Duration.ofMillis(1_500),
                Duration.ofDays(1),
                Duration.ofSeconds(30),
                Duration.ofMinutes(2),
                Duration.ofSeconds(7),
                Duration.ofMinutes(3),
                limit);
        JobSpec spec = new JobSpec(
                "müller's \"job\"",
                new TreeMap<>(Map.of(
                        Role.PS, RoleSpec.bridged(1, 512, 1, false), Role.WORKER, RoleSpec.bridged(4, 2048, 2, true))),
                new Program(
                        List.of("python3", "plus.py", "--text", "a b\n\\c"),
                        Map.of("EMPTY", "", "PATH_LIKE", "a:b"),
                        "/usr/bin/python3",
                        tfLibrary,
                        Optional.of("source"),
                        true),
                Decider.CHIEF,
                true,
                new RestartPolicy(RestartPolicy.When.ALWAYS, 5, Duration.ofMinutes(90)),
                limits);
        return new StagedJob(
                spec,
                "hdfs://nn:8020/user/a/.ydl/staging/application_1_0001",
                "hdfs://nn:8020/user/a/.ydl/history/application_1_0001",
                files,
                environment);
    }
}
