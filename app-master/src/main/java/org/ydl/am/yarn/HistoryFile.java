package org.ydl.am.yarn;

import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.DaemonThreads;
import org.ydl.am.History;
import org.ydl.am.StatusMessages;
import org.ydl.api.Outcome;
import org.ydl.job.Job;

/** A job's last {@code JobStatus}, as a binary message in a file on the cluster's file system. */
public final class HistoryFile implements History {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Configuration conf;
    private final Path file;

    public HistoryFile(Configuration conf, String file) {
        this.conf = conf;
        this.file = new Path(file);
    }

    @Override
    public void keep(Job job, Outcome outcome) {
        // A file system that does not answer is asked again and again for longer than an ended job should take.
        if (!new DaemonThreads("history").run(() -> write(job, outcome), LIMIT)) {
            LOG.warn("the job's history {} was not written within {}", file, LIMIT);
        }
    }

    private void write(Job job, Outcome outcome) {
        byte[] status = StatusMessages.status(job).toBuilder()
                .setOutcome(outcome.toMessage())
                .build()
                .toByteArray();
        try {
            new WholeFiles(conf, file.getParent()).write(file.getName(), status);
        } catch (IOException | RuntimeException e) {
            LOG.warn("the job's history {} was not written", file, e);
        }
    }
}
