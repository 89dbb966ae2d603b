package org.ydl.cli;

import org.ydl.localcluster.python.PythonRuntime;

/**
 * The Python of a job.
 *
 * @param path where the nodes have it
 * @param own whether it is the one with TensorFlow that ydl keeps for the local cluster, which may have to be made yet
 */
record JobPython(String path, boolean own) {
    private static final String DEFAULT = "python3";

    /**
     * The one that the user named, else ydl's own on the local cluster.
     *
     * @param needed whether the job runs Python at all; if not, none is made for it
     */
    static JobPython of(RuntimeFlags runtime, boolean local, boolean needed) {
        boolean own = runtime.python().isEmpty() && local && needed;
        return own
                ? new JobPython(PythonRuntime.standard().python().toString(), true)
                : new JobPython(runtime.python().orElse(DEFAULT), false);
    }
}
