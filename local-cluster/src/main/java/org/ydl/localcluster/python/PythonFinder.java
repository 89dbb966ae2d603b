package org.ydl.localcluster.python;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds an interpreter on this machine from which the environment can be made.
 *
 * <p>Any thread; runs each candidate once, for a moment.
 */
final class PythonFinder {
    static final String OVERRIDE = "YDL_PYTHON";

    private static final List<String> CANDIDATES =
            List.of("python3", "python3.12", "python3.11", "python3.10", "python3.9");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** Prints the version, then whether the modules that make an environment are there. */
    private static final String QUESTION = "import sys, importlib.util as u; print('%d.%d' % sys.version_info[:2]); "
            + "print(all(u.find_spec(m) for m in ('venv', 'ensurepip')))";

    private final Map<String, String> environment;
    private final Prober prober;

    PythonFinder(Map<String, String> environment) {
        this(environment, PythonFinder::ask);
    }

    PythonFinder(Map<String, String> environment, Prober prober) {
        this.environment = Map.copyOf(environment);
        this.prober = prober;
    }

    /** Asks one candidate; an answer of two lines is a version and whether environments can be made. */
    interface Prober {
        List<String> answer(String candidate) throws InterruptedException;
    }

    /** The command of the first candidate that will do. */
    String find() throws IOException, InterruptedException {
        Optional<String> override =
                Optional.ofNullable(environment.get(OVERRIDE)).filter(path -> !path.isBlank());
        List<String> candidates = override.map(List::of).orElse(CANDIDATES);
        List<String> refusals = new ArrayList<>();
        for (String candidate : candidates) {
            Optional<String> refusal = refusal(prober.answer(candidate));
            if (refusal.isEmpty()) {
                return candidate;
            }
            refusals.add(String.format("  %-11s %s", candidate, refusal.get()));
        }
        throw new PythonException("Found no Python that can run TensorFlow.\n  expected    Python "
                + PythonVersion.SUPPORTED + " with the module venv"
                + (override.isPresent() ? ", as named by " + OVERRIDE : ", on the PATH") + "\n"
                + String.join("\n", refusals)
                + "\n  try         install one (on Debian and Ubuntu: apt install python3 python3-venv), set "
                + OVERRIDE
                + " to one,\n              or give your own Python that has TensorFlow: ydl-tf --python PATH");
    }

    private static Optional<String> refusal(List<String> answer) {
        if (answer.size() != 2) {
            return Optional.of("not found, or does not run");
        }
        Optional<PythonVersion> version = PythonVersion.parse(answer.get(0));
        if (version.isEmpty() || !version.get().isSupported()) {
            return Optional.of("is Python " + answer.get(0));
        }
        return Boolean.parseBoolean(answer.get(1))
                ? Optional.empty()
                : Optional.of("is Python " + answer.get(0) + " without the module venv");
    }

    private static List<String> ask(String candidate) throws InterruptedException {
        try {
            Captured answer = Captured.run(List.of(candidate, "-I", "-c", QUESTION), LIMIT, line -> {});
            return answer.succeeded() ? answer.lines() : List.of();
        } catch (IOException notFound) {
            return List.of();
        }
    }
}
