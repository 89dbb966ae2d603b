package org.ydl.runner;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.ydl.api.v1.OutputChannel;

/**
 * Starts the user's process of this runner: marked as its own, its output copied to the container's logs and handed
 * on.
 *
 * @param inherited the container's environment
 */
record ProcessStarter(
        RunnerEnvironment runner, Map<String, String> inherited, OutputStream stdout, OutputStream stderr) {
    /** The runner itself, its script and the script's guard do not carry it: what does is the user's. */
    private static final String MARK = "YDL_USER_COOKIE";

    /** For a plan that names none. */
    private static final String PYTHON = "python3";

    /** The job's Java is the one that this runner was given. */
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /**
     * @param notes how things stand now
     * @param lines gets the output; called from two threads
     */
    UserProcess start(
            Notes notes, Ready ready, BiConsumer<OutputChannel, String> lines, Consumer<UserProcess.End> whenEnded)
            throws IOException {
        // The process id keeps a later run in the same container apart.
        ProcessMark mark = new ProcessMark(
                MARK, runner.containerId() + "." + ProcessHandle.current().pid());
        UserProcess.Launch launch = new UserProcess.Launch(
                ready.place()
                        .command(ready.plan().command(), ready.plan().python().orElse(PYTHON), JAVA),
                new JobEnvironment(notes, ready).over(inherited),
                mark);
        return UserProcess.start(launch, new UserProcess.Output(stdout, stderr, lines), whenEnded);
    }
}
