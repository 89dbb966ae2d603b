/**
 * The application master around the pure core: one thread that feeds events to {@link org.ydl.job.JobMachine} and
 * carries out its actions through ports.
 *
 * <p>{@link org.ydl.am.JobDriver} owns the thread and the queue, {@link org.ydl.am.Cluster}, {@link org.ydl.am.Runners}
 * and {@link org.ydl.am.History} are the ports, {@link org.ydl.am.YarnAppMaster} wires them. Adapters live in the packages below
 * and only ever enqueue events. Start reading at {@code JobDriver}.
 */
package org.ydl.am;
