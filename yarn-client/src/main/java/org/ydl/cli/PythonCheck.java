package org.ydl.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ydl.api.ExitCode;

/**
 * What {@code ydl-tf doctor} asks a Python of this machine, without importing TensorFlow, which takes seconds.
 *
 * @param python the interpreter; a name or a path
 * @param mustHaveTensorFlow whether jobs run with this very Python; else that of the nodes counts
 * @param bundled the libtensorflow that ydl brings along
 */
record PythonCheck(String python, boolean mustHaveTensorFlow, Optional<Path> bundled) {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String PYTHON = "Python";
    private static final String TENSORFLOW = "TensorFlow";
    private static final String LIBRARY = "libtensorflow";

    /** Prints the interpreter's version, TensorFlow's, and TensorFlow's directory; the last two only if it is there. */
    private static final String QUESTION =
            """
            import sys, importlib.util, importlib.metadata as m
            print('%d.%d.%d' % sys.version_info[:3])
            spec = importlib.util.find_spec('tensorflow')
            if spec and spec.submodule_search_locations:
                names = ('tensorflow', 'tensorflow-cpu', 'tensorflow-intel', 'tf-nightly')
                found = [d.version for d in m.distributions() if (d.metadata['Name'] or '').lower().replace('_', '-') in names]
                print(found[0] if found else 'of unknown version')
                print(list(spec.submodule_search_locations)[0])
            """;

    List<Finding> findings() throws InterruptedException {
        List<Finding> findings = new ArrayList<>();
        List<String> answer = answer();
        Optional<Path> tensorFlow = answer.size() < 3 ? Optional.empty() : Optional.of(Path.of(answer.get(2)));
        if (answer.isEmpty()) {
            findings.add(bad(PYTHON, python + " does not run on this machine: name another by --python"));
        } else {
            findings.add(Finding.ok(PYTHON, answer.get(0) + " (" + python + ")"));
            findings.add(
                    tensorFlow.isPresent()
                            ? Finding.ok(TENSORFLOW, answer.get(1) + " in " + tensorFlow.get())
                            : bad(
                                    TENSORFLOW,
                                    python + " has none: pip install tensorflow, or name another by --python"));
        }
        findings.add(library(tensorFlow));
        return findings;
    }

    private Finding bad(String subject, String found) {
        return mustHaveTensorFlow
                ? Finding.fail(ExitCode.NOT_PREPARED, subject, found)
                : Finding.warn(subject, found + " (what counts is that of the nodes)");
    }

    private Finding library(Optional<Path> tensorFlow) {
        Optional<Path> own = tensorFlow
                .map(directory -> directory.resolve("libtensorflow_cc.so.2"))
                .filter(Files::isRegularFile);
        if (own.isPresent()) {
            return Finding.ok(LIBRARY, own.get().toString());
        }
        return bundled.map(jar -> Finding.ok(LIBRARY, "ydl's own, " + jar.getFileName()))
                .orElse(Finding.warn(
                        LIBRARY,
                        "neither in that Python nor in this installation of ydl: name the nodes' by --tf-lib"));
    }

    /** Empty if it does not run. */
    private List<String> answer() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(python, "-c", QUESTION)
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                // The answer is shorter than a pipe: it does not wait for a reader.
                boolean answered = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS) && process.exitValue() == 0;
                return answered
                        ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                                .lines()
                                .toList()
                        : List.of();
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            return List.of();
        }
    }
}
