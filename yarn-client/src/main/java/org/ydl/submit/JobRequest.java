package org.ydl.submit;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.JobSpec;
import org.ydl.api.PortRange;

/**
 * A job to be submitted: what it is, what goes along and how its containers are to be made.
 *
 * @param attachments what each task finds in its working directory
 * @param nativeLibrary whether the bundled libtensorflow goes along
 */
public record JobRequest(
        JobSpec spec,
        List<Attachment> attachments,
        boolean nativeLibrary,
        ContainerSettings containers,
        Placement placement) {
    public JobRequest {
        attachments = List.copyOf(attachments);
    }

    /**
     * What all containers of a job have in common, that of the application master included.
     *
     * @param environment YARN's and ydl's own settings
     * @param java an archive with a Java of the job's own
     * @param ports those that TensorFlow's servers may use
     */
    public record ContainerSettings(
            Map<String, String> environment, Optional<Attachment> java, Optional<PortRange> ports) {
        public ContainerSettings {
            environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
        }
    }
}
