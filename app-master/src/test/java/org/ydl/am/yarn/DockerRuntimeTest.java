package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DockerRuntimeTest {
    private static final Map<String, String> DOCKER =
            Map.of("YARN_CONTAINER_RUNTIME_TYPE", "docker", "YARN_CONTAINER_RUNTIME_DOCKER_IMAGE", "team/tf:2.18");

    @Test
    void jobWithoutDockerRunsAnywhere() {
        assertEquals(Optional.empty(), DockerRuntime.problem(Map.of(), false));
        assertEquals(Optional.empty(), DockerRuntime.problem(Map.of(), true));
        assertEquals(Optional.empty(), DockerRuntime.problem(Map.of("YARN_CONTAINER_RUNTIME_TYPE", "default"), false));
    }

    @Test
    void jobThatGotDockerRuns() {
        assertEquals(Optional.empty(), DockerRuntime.problem(DOCKER, true));
    }

    @Test
    void jobThatDidNotGetDockerIsToldTheImageAndWhatToEnable() {
        String problem = DockerRuntime.problem(DOCKER, false).orElseThrow();

        assertTrue(problem.startsWith("the job asks for the docker image team/tf:2.18, but YARN"), problem);
        assertTrue(problem.contains("without --docker-image"), problem);
        assertTrue(problem.contains("yarn.nodemanager.runtime.linux.allowed-runtimes"), problem);
    }
}
