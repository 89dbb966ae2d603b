/**
 * From what a user says of a job to what the job is: which program, who runs it, who owns the servers, what goes along.
 *
 * <p>It reads the user's files and decides; it knows neither the command line's library nor the cluster. What was left to
 * ydl is decided here, each time with a reason for the user. Start reading at {@link org.ydl.request.JobShape}.
 */
package org.ydl.request;
