/**
 * Talking to a job that was submitted: following it, running its program beside the
 * client, reading its ClusterSpec, its status, its history and its logs, ending it.
 *
 * <p>YARN says where the application master is and has the last word on how it ended; everything in between comes from
 * the application master over gRPC. Start reading at {@link org.ydl.client.JobFollower}.
 */
package org.ydl.client;
