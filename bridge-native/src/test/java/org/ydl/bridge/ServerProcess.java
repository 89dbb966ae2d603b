package org.ydl.bridge;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that runs {@link ServerMain}. A TensorFlow server ends only with its process, so that each needs one of its
 * own.
 */
final class ServerProcess implements AutoCloseable {
    static final Path NATIVE = Path.of(System.getProperty("basedir"), "target", "native");

    private static final File LOG = NATIVE.resolveSibling("server-process.log").toFile();

    private final Process process;
    private final BufferedReader output;

    /** Without a port the process reserves one. */
    static ServerProcess start(boolean reusePort, Optional<Integer> port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-Djna.tmpdir=" + NATIVE.getParent(),
                "-cp",
                System.getProperty("java.class.path"),
                ServerMain.class.getName(),
                NATIVE.toString(),
                port.map(String::valueOf).orElse("reserve"));
        builder.environment().remove(TensorFlowServer.REUSE_PORT_VARIABLE);
        if (reusePort) {
            builder.environment().put(TensorFlowServer.REUSE_PORT_VARIABLE, "1");
        }
        return new ServerProcess(builder.redirectError(ProcessBuilder.Redirect.appendTo(LOG)));
    }

    private ServerProcess(ProcessBuilder builder) throws IOException {
        process = builder.start();
        output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** "reserved 1234", "target grpc://..." or "failed ..."; empty at the end. */
    Optional<String> nextLine() throws IOException {
        return Optional.ofNullable(output.readLine());
    }

    /** Returns when the process is gone. */
    void kill() throws InterruptedException {
        if (!process.destroyForcibly().waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the server process did not end");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
