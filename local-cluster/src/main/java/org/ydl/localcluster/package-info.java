/**
 * A real Hadoop cluster on this machine: NameNode, DataNode, ResourceManager and NodeManagers as processes of their own,
 * kept between runs under one home directory.
 *
 * <p>Owns that directory: settings, ports, process records, logs and data. Must not import Hadoop: it starts the daemons
 * by their main class and asks them over HTTP, so that a program can start a cluster without the daemons on its own
 * class path. Start reading at {@link org.ydl.localcluster.LocalCluster}; the program is
 * {@link org.ydl.localcluster.ClusterCommand}.
 */
package org.ydl.localcluster;
