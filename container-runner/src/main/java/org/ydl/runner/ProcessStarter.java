package org.ydl.runner;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.ydl.api.ClusterSpec;
import org.ydl.api.v1.OutputChannel;

/**
 * Starts the user's process of this runner: marked as its own, its output copied to the container's logs and, if the plan
 * wants it, handed on.
 *
 * @param inherited the container's environment
 */
record ProcessStarter(
        RunnerEnvironment runner, Map<String, String> inherited, OutputStream stdout, OutputStream stderr) {
    /** The runner itself, its script and the script's guard do not carry it: what does is the user's. */
    private static final String MARK = "YDL_USER_COOKIE";

    /**
     * @param target the session target of this task's server
     * @param lines gets the output; called from two threads
     */
    UserProcess start(
            Plan plan,
            ClusterSpec spec,
            String target,
            BiConsumer<OutputChannel, String> lines,
            Consumer<UserProcess.End> whenEnded)
            throws IOException {
        // The process id keeps a later run in the same container apart.
        ProcessMark mark = new ProcessMark(
                MARK, runner.containerId() + "." + ProcessHandle.current().pid());
        UserProcess.Launch launch = new UserProcess.Launch(
                plan.command(), new JobEnvironment(runner, plan, spec, target).over(inherited), mark);
        return UserProcess.start(launch, new UserProcess.Output(stdout, stderr, lines), whenEnded);
    }
}
