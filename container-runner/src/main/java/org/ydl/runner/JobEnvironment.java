package org.ydl.runner;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.ServerOwner;
import org.ydl.bridge.TensorFlowServer;

/**
 * The environment of the user's process: the container's, the job's own variables, and what ydl tells it.
 *
 * <p>A process that makes its own server is told of no libtensorflow: the runner has not looked for one.
 */
record JobEnvironment(Notes notes, Ready ready) {
    /** What {@code ydl-java.sh} found in LC_ALL before it set a locale that the JVM needs. */
    private static final String OUTER_LOCALE = "YDL_LC_ALL";

    /** @param inherited the environment of the container */
    Map<String, String> over(Map<String, String> inherited) {
        Plan plan = ready.plan();
        Map<String, String> variables = new TreeMap<>(inherited);
        variables.remove("YDL_PORT"); // the place says which one it became
        restoreLocale(variables);
        variables.put("PYTHONUNBUFFERED", "1");
        variables.putAll(plan.environment());
        // The script is a link into the node's cache, and Python looks for modules where it points to: beside the real
        // file, not beside the link, where the job's other files are.
        variables.merge("PYTHONPATH", System.getProperty("user.dir"), (own, here) -> here + ":" + own);
        plan.python().map(Path::of).map(Path::getParent).ifPresent(directory -> putPythonFirst(variables, directory));

        variables.putAll(ready.place().variables());
        variables.put("YDL_AM", notes.master().toString());
        variables.put("YDL_ATTEMPT", Integer.toString(notes.attempt()));
        sharePort(variables);
        ready.serving().ifPresent(server -> {
            variables.put("YDL_TARGET", server.target());
            variables.put("YDL_TF_LIBRARY", server.library().toString());
            if (plan.findsLibrary()) {
                String directory = server.library().getParent().toString();
                // An empty entry would be the working directory.
                variables.merge("LD_LIBRARY_PATH", directory, (own, ours) -> own.isEmpty() ? ours : own + ":" + ours);
            }
        });
        return variables;
    }

    private static void restoreLocale(Map<String, String> variables) {
        Optional<String> outer = Optional.ofNullable(variables.remove(OUTER_LOCALE));
        outer.ifPresent(locale -> {
            if (locale.isEmpty()) {
                variables.remove("LC_ALL");
            } else {
                variables.put("LC_ALL", locale);
            }
        });
    }

    /** So that a shell script, too, gets the job's Python by its name. */
    private static void putPythonFirst(Map<String, String> variables, Path directory) {
        variables.put("PATH", directory + ":" + variables.getOrDefault("PATH", Executable.DEFAULT_PATH));
    }

    /**
     * A script's own server can have the port that is kept for it only if it shares. Where the server is the runner's, a
     * script that starts another one must not: each of the two would get some of the connections, whereas without sharing
     * the script gets a clear "Address already in use".
     */
    private void sharePort(Map<String, String> variables) {
        if (ready.plan().server() == ServerOwner.SCRIPT) {
            variables.put(TensorFlowServer.REUSE_PORT_VARIABLE, "1");
        } else {
            variables.remove(TensorFlowServer.REUSE_PORT_VARIABLE);
        }
    }
}
