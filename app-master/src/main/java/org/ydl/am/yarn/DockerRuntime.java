package org.ydl.am.yarn;

import java.util.Map;
import java.util.Optional;

/**
 * Whether YARN heeds a job's wish for docker. Its DefaultContainerExecutor ignores the setting and starts containers
 * without the image, which shows only in what is missing there: so the application master, which was submitted with the
 * same wish, looks where it is.
 */
public final class DockerRuntime {
    private static final String TYPE = "YARN_CONTAINER_RUNTIME_TYPE";
    private static final String IMAGE = "YARN_CONTAINER_RUNTIME_DOCKER_IMAGE";

    /** What docker puts into every container. */
    public static final String MARK = "/.dockerenv";

    private DockerRuntime() {}

    /**
     * What to say if the job wants docker and did not get it.
     *
     * @param inDocker whether this process runs in a container of docker's
     */
    public static Optional<String> problem(Map<String, String> containerEnvironment, boolean inDocker) {
        return inDocker || !"docker".equals(containerEnvironment.get(TYPE))
                ? Optional.empty()
                : Optional.of("the job asks for the docker image " + containerEnvironment.getOrDefault(IMAGE, "(none)")
                        + ", but YARN started its application master without docker."
                        + "\n  try        without --docker-image; or ask the administrators for the"
                        + " LinuxContainerExecutor with docker in"
                        + " yarn.nodemanager.runtime.linux.allowed-runtimes");
    }
}
