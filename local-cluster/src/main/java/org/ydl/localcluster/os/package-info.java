/**
 * What the operating system offers the local cluster: processes told apart by their start time, a lock between
 * processes, free ports, a bounded wait.
 *
 * <p>Knows nothing of Hadoop or Python and imports only the JDK. Linux only: it reads {@code /proc}. Start reading at
 * {@link org.ydl.localcluster.os.ProcessIdentity}.
 */
package org.ydl.localcluster.os;
