/**
 * YARN at the application master's side: the {@link org.ydl.am.Cluster} port on AMRMClientAsync and NMClientAsync.
 *
 * <p>{@link org.ydl.am.yarn.YarnCluster} speaks with the ResourceManager and the NodeManagers, {@code TaskLaunch} says
 * what a container runs, {@code YarnExits} what its exit status means. It must not decide anything about a job, nor
 * import gRPC.
 */
package org.ydl.am.yarn;
