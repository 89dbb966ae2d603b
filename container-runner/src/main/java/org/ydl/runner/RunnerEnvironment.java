package org.ydl.runner;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.TaskId;
import org.ydl.api.v1.RunnerIdentity;
import org.ydl.bridge.TensorFlowServer;

/**
 * Who this runner is, as the container's environment says.
 *
 * @param master the application master's gRPC service, from {@code YDL_AM}
 * @param host what the other tasks reach this node by: {@code NM_HOST}, else the local host name
 * @param bundledLibrary from {@code YDL_NATIVE}
 * @param ports that this runner may serve at, itself and for its task, from {@code YDL_PORT_RANGE}
 * @param firstPort that of the task's former runner, to be tried first, from {@code YDL_PORT}
 */
record RunnerEnvironment(
        HostPort master,
        String containerId,
        TaskId task,
        int attempt,
        String appId,
        String host,
        Optional<Path> bundledLibrary,
        Optional<PortRange> ports,
        Optional<Integer> firstPort) {

    /** What is wrong with an environment, all of it. */
    static final class BadEnvironmentException extends Exception {
        BadEnvironmentException(List<String> problems) {
            super("the environment of this container is not that of a ydl task:\n  " + String.join("\n  ", problems));
        }
    }

    static RunnerEnvironment parse(Map<String, String> variables) throws BadEnvironmentException {
        Reader reader = new Reader(variables);
        Optional<HostPort> master = reader.required("YDL_AM", HostPort::parse);
        Optional<String> container = reader.required("CONTAINER_ID", Function.identity());
        Optional<TaskId> task = reader.required("YDL_TASK", TaskId::parse);
        Optional<Integer> attempt = reader.required("YDL_ATTEMPT", RunnerEnvironment::attempt);
        Optional<String> app = reader.required("YDL_APP_ID", Function.identity());
        Optional<Path> bundled = reader.optional("YDL_NATIVE", Path::of);
        Optional<PortRange> ports = reader.optional("YDL_PORT_RANGE", PortRange::parse);
        Optional<Integer> firstPort =
                reader.optional("YDL_PORT", text -> PortRange.parse(text).first());
        Optional<String> host = reader.optional("NM_HOST", Function.identity()).or(reader::localHost);
        reader.required(TensorFlowServer.REUSE_PORT_VARIABLE, RunnerEnvironment::one);
        reader.throwIfBad();
        return new RunnerEnvironment(
                master.orElseThrow(),
                container.orElseThrow(),
                task.orElseThrow(),
                attempt.orElseThrow(),
                app.orElseThrow(),
                host.orElseThrow(),
                bundled,
                ports,
                firstPort);
    }

    /** @param start of the task, at present; it may have been started again since its container was */
    RunnerIdentity identity(int start, int generation) {
        return RunnerIdentity.newBuilder()
                .setApplicationId(appId)
                .setContainerId(containerId)
                .setTask(task.toMessage())
                .setAttempt(start)
                .setGeneration(generation)
                .build();
    }

    private static int attempt(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new IllegalArgumentException("'" + text + "' is no attempt; expected a number from 0");
        }
        return Integer.parseInt(text);
    }

    private static String one(String text) {
        if (!text.equals("1")) {
            throw new IllegalArgumentException(
                    "'" + text + "' keeps TensorFlow from taking over the reserved port; expected 1");
        }
        return text;
    }

    /** Reads variables and gathers the problems instead of stopping at the first. */
    private static final class Reader {
        private final Map<String, String> variables;
        private final List<String> problems = new ArrayList<>();

        Reader(Map<String, String> variables) {
            this.variables = variables;
        }

        <T> Optional<T> required(String name, Function<String, T> parse) {
            if (variables.getOrDefault(name, "").isBlank()) {
                problems.add(name + " is not set");
                return Optional.empty();
            }
            return optional(name, parse);
        }

        <T> Optional<T> optional(String name, Function<String, T> parse) {
            String text = variables.getOrDefault(name, "").strip();
            if (text.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(parse.apply(text));
            } catch (IllegalArgumentException e) {
                problems.add(name + ": " + e.getMessage());
                return Optional.empty();
            }
        }

        Optional<String> localHost() {
            try {
                return Optional.of(InetAddress.getLocalHost().getHostName());
            } catch (UnknownHostException e) {
                problems.add("NM_HOST is not set, and the local host name is unknown: " + e.getMessage());
                return Optional.empty();
            }
        }

        void throwIfBad() throws BadEnvironmentException {
            if (!problems.isEmpty()) {
                throw new BadEnvironmentException(problems);
            }
        }
    }
}
