/**
 * gRPC at the application master's side: messages become events, actions become messages.
 *
 * <p>{@link org.ydl.am.rpc.RpcServer} is the {@link org.ydl.am.Runners} port. {@code RunnersService} speaks with
 * runners, {@code Adopter} calls those of a former application master, {@code ClusterService} answers everyone else. It
 * must not decide anything about a job, nor import Hadoop.
 */
package org.ydl.am.rpc;
