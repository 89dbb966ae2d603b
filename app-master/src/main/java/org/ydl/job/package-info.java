/**
 * The pure core: what a job does next, given what has happened.
 *
 * <p>{@link org.ydl.job.JobMachine#step} takes a {@link org.ydl.job.Job} and a {@link org.ydl.job.JobEvent} and
 * returns the next job with the {@link org.ydl.job.JobAction}s to carry out. It owns every decision about a job and
 * performs none of them. It must not use Hadoop, gRPC, JNA, files, a clock or randomness, and the build checks that.
 * Start reading at {@code JobMachine}.
 */
package org.ydl.job;
