/**
 * The program of every container of a job: reserve a port, register, await the ClusterSpec, start the TensorFlow server
 * unless that is the job's own affair, run the user's process, report its exit; run it once more if told so; go over to
 * another application master if the former is gone.
 *
 * <p>All state lives on one thread, the {@link org.ydl.runner.EventLoop}; whatever blocks has a thread of its own and
 * only reports back. Imports no Hadoop: the class path of a container is kept small so that it starts fast. {@code
 * ydl-run.sh} starts the program, on the Java that {@code ydl-java.sh} finds, sweeps up after it, and starts it anew when
 * the cluster is formed anew; {@link org.ydl.runner.Notes} are what the next one needs to know.
 *
 * <p>Start reading at {@link org.ydl.runner.Runner}, which wires, then {@link org.ydl.runner.TaskLife}, the life of a task
 * from its registration to its end, with {@link org.ydl.runner.Preparation}, what comes before the user's process, {@link
 * org.ydl.runner.ProcessRuns}, how often it runs, and {@link org.ydl.runner.UserProcess}, the process. How it talks: {@link
 * org.ydl.runner.MasterLink}, with whom, {@link org.ydl.runner.MasterConnection}, over connections that break, {@link
 * org.ydl.runner.TaskReport}, what about, and {@link org.ydl.runner.ControlService}, how another application master finds
 * it.
 */
package org.ydl.runner;
