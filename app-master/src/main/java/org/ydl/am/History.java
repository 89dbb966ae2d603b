package org.ydl.am;

import org.ydl.api.Outcome;
import org.ydl.job.Job;

/** Where a job that has ended is remembered. Called by the driver's thread. */
public interface History {
    /** Keeps the job as it was at its end. Returns within bounds, also if that fails: the outcome is not at stake. */
    void keep(Job job, Outcome outcome);
}
