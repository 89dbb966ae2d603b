package org.ydl.bridge;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Asks a Python where a package of its is, without importing the package. Blocks for at most {@link #LIMIT}. */
record PythonQuestion(String python, Map<String, String> environment) {
    /** Generous, for a Python on a slow network file system: giving up too early means another TensorFlow version. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Marks the answer among whatever a site customisation prints. */
    private static final String ANSWER = "ydl-answer:";

    private static final String PROGRAM = "import importlib.util, sys\n"
            + "spec = importlib.util.find_spec(sys.argv[1])\n"
            + "where = list(spec.submodule_search_locations or []) if spec else []\n"
            + "print('" + ANSWER + "' + (where[0] if where else ''))\n";

    Path directoryOf(String packageName) throws IOException {
        String output = ask(packageName);
        int answer = output.indexOf(ANSWER);
        String directory = answer < 0
                ? ""
                : output.substring(answer + ANSWER.length()).lines().findFirst().orElse("");
        if (directory.isBlank()) {
            throw new IOException("it has no package " + packageName);
        }
        return Path.of(directory.strip());
    }

    private String ask(String packageName) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(python, "-c", PROGRAM, packageName)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        long deadline = System.nanoTime() + LIMIT.toNanos();
        Process process = start(builder);
        try {
            AnswerReader reader = AnswerReader.start(process.getInputStream(), ANSWER);
            if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new IOException("it did not answer within " + LIMIT.toSeconds() + " s");
            }
            String output = reader.await(deadline - System.nanoTime()).strip();
            if (process.exitValue() != 0) {
                throw new IOException("it ended with exit code " + process.exitValue() + " and said: " + output);
            }
            return output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while it was asked", e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private Process start(ProcessBuilder builder) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            throw new IOException("it cannot be started: " + e.getMessage(), e);
        }
    }
}
