package org.ydl.client;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.ydl.api.v1.JobStatus;
import org.ydl.submit.Staging;

/**
 * What each ended job was at last: its tasks, where they ran and how it ended, as its application master left it in {@code
 * .ydl/history} of the user's home on the cluster.
 *
 * <p>Not bound to a thread. The application master writes, a client reads and prunes.
 */
public final class JobHistory {
    /** The newest that are kept, if they are not too old. */
    static final int KEPT = 500;

    static final Duration KEPT_FOR = Duration.ofDays(30);

    private final FileSystem files;
    private final Path directory;

    public JobHistory(FileSystem files) {
        this.files = files;
        this.directory = Staging.history(files);
    }

    /** The last status of a job; empty if it still runs, is too old, or ended without its application master. */
    public Optional<JobStatus> of(String appId) throws IOException {
        Path file = new Path(directory, appId);
        if (!files.exists(file)) {
            return Optional.empty();
        }
        try (InputStream in = files.open(file)) {
            return Optional.of(JobStatus.parseFrom(in));
        }
    }

    /** Removes what is too old or too much. */
    public void prune(Instant now) throws IOException {
        if (!files.exists(directory)) {
            return;
        }
        List<FileStatus> newestFirst = new ArrayList<>(Arrays.asList(files.listStatus(directory)));
        newestFirst.sort(
                Comparator.comparingLong(FileStatus::getModificationTime).reversed());
        long oldest = now.minus(KEPT_FOR).toEpochMilli();
        for (int i = 0; i < newestFirst.size(); i++) {
            FileStatus entry = newestFirst.get(i);
            if (i >= KEPT || entry.getModificationTime() < oldest) {
                files.delete(entry.getPath(), false);
            }
        }
    }
}
