/**
 * The values that client, application master and runner share, beside the generated messages of {@code
 * org.ydl.api.v1}.
 *
 * <p>Everything here is immutable and knows nothing of Hadoop, gRPC servers or files. Start reading at {@link
 * org.ydl.api.JobSpec}, what a user asks for, and {@link org.ydl.api.ClusterSpec}, what the job's servers become.
 */
package org.ydl.api;
