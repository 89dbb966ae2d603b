package org.ydl.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Program;
import org.ydl.api.RestartPolicy;

class SubmitterTest {
    @Test
    void containersOutliveTheirMasterAndOldLossesAreForgotten() {
        ApplicationSubmissionContext context = describe(new Placement.Attempts(Optional.of(3), Duration.ofMinutes(10)));

        assertTrue(context.getKeepContainersAcrossApplicationAttempts());
        assertEquals(3, context.getMaxAppAttempts());
        assertEquals(600_000, context.getAttemptFailuresValidityInterval());
    }

    @Test
    void masterIsStartedFiveTimesUnlessAskedOtherwise() {
        assertEquals(
                5,
                describe(new Placement.Attempts(Optional.empty(), Duration.ofHours(1)))
                        .getMaxAppAttempts());
    }

    private static ApplicationSubmissionContext describe(Placement.Attempts attempts) {
        JobSpec spec = new JobSpec(
                "job",
                new TreeMap<>(),
                new Program(List.of("true"), Map.of(), "python3", Optional.empty(), Optional.empty(), false),
                Decider.TRAINERS,
                false,
                RestartPolicy.DEFAULT,
                Limits.DEFAULT);
        Placement placement = new Placement(
                "default",
                Optional.empty(),
                new TreeSet<>(),
                new Placement.Master(512, 1),
                Optional.empty(),
                attempts,
                Optional.empty());
        JobRequest request = new JobRequest(
                spec,
                List.of(),
                false,
                new JobRequest.ContainerSettings(Map.of(), Optional.empty(), Optional.empty()),
                placement);
        ApplicationSubmissionContext context = Records.newRecord(ApplicationSubmissionContext.class);
        Submitter.describe(request, context, List.of());
        return context;
    }
}
