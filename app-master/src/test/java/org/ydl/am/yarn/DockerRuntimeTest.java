package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DockerRuntimeTest {
    private static final Map<String, String> DOCKER =
            Map.of("YARN_CONTAINER_RUNTIME_TYPE", "docker", "YARN_CONTAINER_RUNTIME_DOCKER_IMAGE", "team/tf:2.18");

    /** What every executor leaves there. */
    @TempDir
    Path directory;

    @BeforeEach
    void launched() throws IOException {
        Files.createFile(directory.resolve("launch_container.sh"));
    }

    @Test
    void jobWithoutDockerRunsAnywhere() throws IOException {
        Files.createFile(directory.resolve("default_container_executor.sh"));

        assertEquals(Optional.empty(), DockerRuntime.problem(Map.of(), directory));
        assertEquals(
                Optional.empty(), DockerRuntime.problem(Map.of("YARN_CONTAINER_RUNTIME_TYPE", "default"), directory));
    }

    @Test
    void jobThatGotDockerRuns() {
        assertEquals(Optional.empty(), DockerRuntime.problem(DOCKER, directory));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default_container_executor.sh", "default_container_executor_session.sh"})
    void jobThatDidNotGetDockerIsToldTheImageAndWhatToEnable(String script) throws IOException {
        Files.createFile(directory.resolve(script));

        String problem = DockerRuntime.problem(DOCKER, directory).orElseThrow();

        assertTrue(problem.startsWith("the job asks for the docker image team/tf:2.18, but YARN"), problem);
        assertTrue(problem.contains("without --docker-image"), problem);
        assertTrue(problem.contains("yarn.nodemanager.runtime.linux.allowed-runtimes"), problem);
    }
}
