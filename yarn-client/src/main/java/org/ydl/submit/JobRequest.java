package org.ydl.submit;

import java.nio.file.Path;
import java.util.List;
import org.ydl.api.JobSpec;

/**
 * A job to be submitted: what it is, and what of this machine goes along.
 *
 * @param files what each task finds in its working directory
 * @param nativeLibrary whether the bundled libtensorflow goes along
 */
public record JobRequest(JobSpec spec, List<Path> files, String queue, int masterMemoryMb, boolean nativeLibrary) {
    public JobRequest {
        files = List.copyOf(files);
    }
}
