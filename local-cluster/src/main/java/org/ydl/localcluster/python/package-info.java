/**
 * The Python that jobs on the local cluster run with: a virtual environment with TensorFlow, made once.
 *
 * <p>Owns the directory of that environment. Knows nothing of Hadoop or of the cluster. Start reading at
 * {@link org.ydl.localcluster.python.PythonRuntime}; {@link org.ydl.localcluster.python.RuntimeCommand} is the program that
 * packs one for clusters whose nodes have no Python.
 */
package org.ydl.localcluster.python;
