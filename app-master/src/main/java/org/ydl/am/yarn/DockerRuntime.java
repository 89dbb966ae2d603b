package org.ydl.am.yarn;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether YARN heeds a job's wish for docker. Its DefaultContainerExecutor ignores the setting and starts containers
 * without the image, and nobody is told; the LinuxContainerExecutor obeys or fails the launch. So the application master,
 * which was submitted with the same wish, looks for the scripts that only the former leaves in a container's directory.
 *
 * <p>Nothing else tells them apart: what docker leaves in its containers is also there where a node itself runs in one.
 */
public final class DockerRuntime {
    private static final String TYPE = "YARN_CONTAINER_RUNTIME_TYPE";
    private static final String IMAGE = "YARN_CONTAINER_RUNTIME_DOCKER_IMAGE";

    /** By these the DefaultContainerExecutor starts a container. */
    private static final List<String> SCRIPTS =
            List.of("default_container_executor.sh", "default_container_executor_session.sh");

    private DockerRuntime() {}

    /**
     * What to say if the job wants docker and did not get it.
     *
     * @param directory where YARN started this process
     */
    public static Optional<String> problem(Map<String, String> containerEnvironment, Path directory) {
        boolean wanted = "docker".equals(containerEnvironment.get(TYPE));
        boolean ignored = SCRIPTS.stream().map(directory::resolve).anyMatch(Files::exists);
        return wanted && ignored
                ? Optional.of("the job asks for the docker image " + containerEnvironment.getOrDefault(IMAGE, "(none)")
                        + ", but YARN started its application master without docker:"
                        + " its DefaultContainerExecutor knows none."
                        + "\n  try        without --docker-image; or ask the administrators for the"
                        + " LinuxContainerExecutor with docker in"
                        + " yarn.nodemanager.runtime.linux.allowed-runtimes")
                : Optional.empty();
    }
}
