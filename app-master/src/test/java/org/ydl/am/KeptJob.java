package org.ydl.am;

import org.ydl.job.Job;

/** What another application master knows of a job: that which was kept, for tests that stand outside of this package. */
public final class KeptJob {
    private KeptJob() {}

    /** The job as it is read from what is written of it. */
    public static Job recalled(Job job) {
        return SavedJob.read(SavedJob.write(job), job.spec());
    }
}
