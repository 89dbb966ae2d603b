/**
 * YARN at the application master's side: the {@link org.ydl.am.Cluster} port on AMRMClientAsync and NMClientAsync.
 *
 * <p>{@link org.ydl.am.yarn.YarnCluster} speaks with the ResourceManager, {@code NodeManagers} with the nodes, {@link
 * org.ydl.am.yarn.ContainerPlan} and {@link org.ydl.am.yarn.MasterCommand} say what containers run, {@code YarnExits}
 * what their exit status means. It must not decide anything about a job, nor import gRPC.
 */
package org.ydl.am.yarn;
