package org.ydl.runner;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.ydl.api.v1.OutputChannel;

/**
 * The user's process: started, read to its end, ended together with everything it started.
 *
 * <p>Three threads serve it: one for each of its outputs and one that waits for its end. {@link #terminate} and {@link
 * #kill} may be called from any thread and do not wait; the end is told once, on a thread of this class, when nothing of
 * the process lives any more and its output is read. The process stays in the container's process group, so that YARN's
 * signals reach it even if this JVM is gone.
 */
final class UserProcess {
    private static final Logger LOG = System.getLogger("process");

    /** How many lines of error output an exit is reported with. */
    private static final int TAIL = 20;

    /** For the output to end, after all that was found is dead. Only a process that hid from us holds it open longer. */
    private static final Duration OUTPUT_LIMIT = Duration.ofSeconds(5);

    /**
     * YARN asks for a thread dump by a SIGQUIT to the container's whole process group. It must not end Python, which has
     * no use for it. The JVM cannot start a process that ignores a signal; a shell can.
     */
    private static final List<String> IGNORING_QUIT = List.of("/bin/sh", "-c", "trap '' QUIT; exec \"$0\" \"$@\"");

    private final Process process;
    private final ProcessMark mark;
    private volatile boolean ended;

    /** How it ended; the exit code is 128 + n if signal n ended it. */
    record End(int exitCode, List<String> errorTail) {}

    /**
     * What to start.
     *
     * @param environment the whole of it; the mark is added
     */
    record Launch(List<String> command, Map<String, String> environment, ProcessMark mark) {}

    /**
     * Where the output goes: the bytes to this program's own outputs, and every line to a consumer that is called from two
     * threads.
     */
    record Output(OutputStream stdout, OutputStream stderr, BiConsumer<OutputChannel, String> lines) {}

    private UserProcess(Process process, ProcessMark mark) {
        this.process = process;
        this.mark = mark;
    }

    static UserProcess start(Launch launch, Output output, Consumer<End> whenEnded) throws IOException {
        new Executable(launch.command().get(0), launch.environment().getOrDefault("PATH", Executable.DEFAULT_PATH))
                .check();
        List<String> command = new ArrayList<>(IGNORING_QUIT);
        command.addAll(launch.command());
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(launch.environment());
        builder.environment().put(launch.mark().variable(), launch.mark().value());
        UserProcess started = new UserProcess(builder.start(), launch.mark());
        started.follow(output, whenEnded);
        return started;
    }

    long pid() {
        return process.pid();
    }

    /** Asks it to end: SIGTERM. By its handle, since {@code Process.destroy} also closes the output it may yet write. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Kills it and all that it started. */
    void kill() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.toHandle().destroyForcibly();
        mark.find().forEach(ProcessHandle::destroyForcibly);
    }

    private void follow(Output output, Consumer<End> whenEnded) {
        Tail tail = new Tail(TAIL);
        Thread stdout = thread(
                "ydl-stdout",
                new LinePump(
                        process.getInputStream(),
                        output.stdout(),
                        line -> handOn(output, OutputChannel.OUTPUT_CHANNEL_STDOUT, line)));
        Thread stderr = thread("ydl-stderr", new LinePump(process.getErrorStream(), output.stderr(), line -> {
            tail.add(line);
            handOn(output, OutputChannel.OUTPUT_CHANNEL_STDERR, line);
        }));
        thread("ydl-wait", () -> awaitEnd(stdout, stderr, tail, whenEnded));
    }

    private void handOn(Output output, OutputChannel channel, String line) {
        if (!ended) {
            output.lines().accept(channel, line);
        }
    }

    private void awaitEnd(Thread stdout, Thread stderr, Tail tail, Consumer<End> whenEnded) {
        try {
            int exitCode = process.waitFor();
            sweep();
            stdout.join(OUTPUT_LIMIT.toMillis());
            stderr.join(OUTPUT_LIMIT.toMillis());
            ended = true; // nothing may follow the end
            whenEnded.accept(new End(exitCode, tail.lines()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody interrupts it: the JVM is ending
        }
    }

    /** Whatever goes wrong here, the end of the process must be told. The container's script sweeps once more. */
    private void sweep() {
        try {
            int leftOver = mark.killAll();
            if (leftOver > 0) {
                LOG.log(Level.INFO, "killed " + leftOver + " processes that the user's process left behind");
            }
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "what the user's process left behind could not be found: " + e);
        }
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
