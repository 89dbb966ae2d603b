package org.ydl.job;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ydl.api.JobSpec;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskId;

/** What to try, read from what a failed program last wrote. Only what is known to have one cause is answered. */
final class Advice {
    /** TensorFlow says the first to the script, and gRPC the second to whoever reads the error output. */
    private static final Pattern PORT_TAKEN = Pattern.compile("Could not start gRPC server|[Aa]ddress already in use");

    private static final Pattern NO_TENSORFLOW = Pattern.compile("No module named '?tensorflow'?(?![\\w.])");

    private static final Pattern NO_MODULE = Pattern.compile("^ModuleNotFoundError: No module named '([\\w.]+)'");

    private static final Pattern PYTHON_FUNCTION =
            Pattern.compile("No OpKernel was registered to support Op '(Eager)?PyFunc");

    private Advice() {}

    static Optional<String> on(List<String> errorTail, TaskId task, JobSpec spec) {
        if (isBridged(spec, task) && wrote(errorTail, PORT_TAKEN)) {
            return Optional.of("--server script, if the script makes its own TensorFlow server:"
                    + " a server of ydl's already has this task's port");
        }
        if (wrote(errorTail, NO_TENSORFLOW)) {
            return Optional.of("--python PATH or --python-env ARCHIVE with a Python that has TensorFlow: "
                    + spec.program().python() + " has none");
        }
        Optional<String> module = errorTail.stream()
                .map(NO_MODULE::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .findFirst();
        if (module.isPresent()) {
            return Optional.of("--files or --src DIR if the module " + module.get() + " is yours, a Python that has it"
                    + " (--python, --python-env) if not: it is not where the task ran");
        }
        // Whoever coordinates writes it, but it is its peers' servers that cannot run the function.
        if (spec.tasks().stream().anyMatch(peer -> isBridged(spec, peer)) && wrote(errorTail, PYTHON_FUNCTION)) {
            return Optional.of("--server script, or keep py_function, numpy_function and from_generator on the client:"
                    + " a server of ydl's has no Python to run them");
        }
        return Optional.empty();
    }

    private static boolean isBridged(JobSpec spec, TaskId task) {
        return spec.roles().get(task.role()).server() == ServerOwner.BRIDGE;
    }

    private static boolean wrote(List<String> errorTail, Pattern what) {
        return errorTail.stream().anyMatch(line -> what.matcher(line).find());
    }
}
