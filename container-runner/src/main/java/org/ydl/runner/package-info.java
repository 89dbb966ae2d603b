/**
 * The program of every container of a job: reserve a port, register, await the ClusterSpec, start the TensorFlow server
 * unless that is the job's own affair, run the user's process, report its exit.
 *
 * <p>All state lives on one thread, the {@link org.ydl.runner.EventLoop}; whatever blocks has a thread of its own and
 * only reports back. Imports no Hadoop: the class path of a container is kept small so that it starts fast. {@code
 * ydl-run.sh} starts the program, on the Java that {@code ydl-java.sh} finds, and sweeps up after it. Start reading at
 * {@link org.ydl.runner.Runner}, which wires, then {@link org.ydl.runner.TaskLife}, the life of a task from its
 * registration to its end, {@link org.ydl.runner.MasterLink}, how it talks, and {@link org.ydl.runner.UserProcess}, what
 * it runs.
 */
package org.ydl.runner;
