package org.ydl.cli;

import java.io.IOException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.ydl.api.ExitCode;
import org.ydl.client.Applications;
import org.ydl.submit.Distribution;
import org.ydl.submit.HadoopSite;
import org.ydl.submit.JobRequest;
import org.ydl.submit.Submitter;
import org.ydl.submit.YdlException;

/** Brings a job to a cluster and stays with it for as long as the command wants; until then Ctrl-C kills it. */
record Submission(Screen screen, HadoopSite site, Connection connection) {
    /** What a command does with a job that YARN has taken. */
    interface Stay {
        ExitCode with(ApplicationId id, Applications applications)
                throws YdlException, IOException, InterruptedException;
    }

    ExitCode submit(JobRequest request, Stay stay) throws YdlException, IOException, InterruptedException {
        Submitter submitter = new Submitter(site, Distribution.running(), connection.yarn(), connection.staging());
        Applications applications = connection.applications();
        applications.removeLeftovers();
        ApplicationSubmissionContext context = submitter.prepare(request);
        submitter.warning(request).ifPresent(warning -> screen.say("ydl: " + warning));
        ApplicationId id = context.getApplicationId();
        try (KillOnInterrupt guard = KillOnInterrupt.of(id, applications, screen)) {
            guard.stage(() -> submitter.stage(request, context));
            screen.phase("staged " + id);
            guard.submit(() -> submitter.submit(context));
            screen.say("ydl: submitted " + id);
            screen.say("ydl: what all its tasks write: ydl-tf logs " + id);
            ExitCode code = stay.with(id, applications);
            return guard.interrupted() ? ExitCode.INTERRUPTED : code;
        }
    }
}
