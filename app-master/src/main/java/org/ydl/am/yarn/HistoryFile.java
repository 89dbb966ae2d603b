package org.ydl.am.yarn;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.History;
import org.ydl.am.StatusMessages;
import org.ydl.api.Outcome;
import org.ydl.job.Job;

/**
 * A job's last {@code JobStatus}, as a binary message in a file on the cluster's file system.
 *
 * <p>Readers see all of it or nothing: it is written under another name first.
 */
public final class HistoryFile implements History {
    private static final Logger LOG = LoggerFactory.getLogger(HistoryFile.class);
    private static final FsPermission PRIVATE_DIR = new FsPermission((short) 0700);
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
        Thread writing = new Thread(() -> write(job, outcome), "history");
        writing.setDaemon(true);
        writing.start();
        try {
            writing.join(LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (writing.isAlive()) {
            LOG.warn("the job's history {} was not written within {}", file, LIMIT);
        }
    }

    private void write(Job job, Outcome outcome) {
        Path unfinished = file.suffix(".new");
        try (FileSystem files = FileSystem.newInstance(file.toUri(), conf)) {
            if (!files.exists(file.getParent())) {
                FileSystem.mkdirs(files, file.getParent(), PRIVATE_DIR);
            }
            try (OutputStream out = files.create(unfinished, true)) {
                StatusMessages.status(job).toBuilder()
                        .setOutcome(outcome.toMessage())
                        .build()
                        .writeTo(out);
            }
            files.delete(file, false); // of an earlier attempt
            if (!files.rename(unfinished, file)) {
                throw new IOException(unfinished + " could not be renamed");
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("the job's history {} was not written", file, e);
        }
    }
}
