/**
 * The application master around the pure core: one thread that feeds events to {@link org.ydl.job.JobMachine} and
 * carries out its actions through ports.
 *
 * <p>{@link org.ydl.am.JobDriver} owns the thread, {@link org.ydl.am.Inbox} brings it events, {@link org.ydl.am.Cluster},
 * {@link org.ydl.am.Runners}, {@link org.ydl.am.Memory} and {@link org.ydl.am.History} are the ports, {@link
 * org.ydl.am.YarnAppMaster} wires them. Adapters live in the packages below and only ever add events. Start reading at
 * {@code JobDriver}.
 */
package org.ydl.am;
