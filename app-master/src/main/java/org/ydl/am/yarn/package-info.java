/**
 * YARN and HDFS at the application master's side: the {@link org.ydl.am.Cluster} port on AMRMClientAsync and NMClientAsync,
 * {@link org.ydl.am.Memory} and {@link org.ydl.am.History} on a Hadoop file system.
 *
 * <p>{@link org.ydl.am.yarn.YarnCluster} speaks with the ResourceManager, {@code NodeManagers} with the nodes, {@link
 * org.ydl.am.yarn.ContainerPlan} and {@link org.ydl.am.yarn.MasterCommand} say what containers run, {@code YarnExits}
 * what their exit status means. {@link org.ydl.am.yarn.StateFiles} and {@link org.ydl.am.yarn.HistoryFile} keep what
 * outlives the process. It must not decide anything about a job, nor import gRPC.
 */
package org.ydl.am.yarn;
