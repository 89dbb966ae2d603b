package org.ydl.cli;

import java.util.Optional;
import org.ydl.submit.YdlException;

/**
 * The Python of a job.
 *
 * @param path where the nodes have it
 * @param hasTensorFlow whether it is known to have TensorFlow
 */
record JobPython(String path, boolean hasTensorFlow) {
    private static final String DEFAULT = "python3";

    /**
     * The one that the user named, or on the local cluster ydl's own, made if need be.
     *
     * @param local the local cluster, if the job runs there
     * @param needed whether the job runs Python at all; if not, none is made for it
     */
    static JobPython of(RuntimeFlags runtime, Optional<LocalSite> local, boolean needed)
            throws YdlException, InterruptedException {
        boolean own = runtime.python().isEmpty() && local.isPresent() && needed;
        return own
                ? new JobPython(local.get().python(), true)
                : new JobPython(runtime.python().orElse(DEFAULT), false);
    }
}
