package org.ydl.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.TaskOutput;
import org.ydl.client.JobFollower;

/**
 * What the user sees: a job's phases on standard error, the output of its tasks where it came from, each line headed by
 * its task if there are several.
 *
 * <p>On a terminal the phases are one line that changes, below the output; elsewhere each is a line of its own. Its
 * own monitor: a command's thread, the clock's and the one that handles Ctrl-C share it. Whoever prints holds it for as long
 * as the output is not read.
 */
final class Screen implements JobFollower.View {
    private static final String CLEAR_LINE = "\r\033[K";

    private final PrintStream out;
    private final PrintStream err;
    private final boolean terminal;
    private final LongSupplier nanos;
    private final long started;
    private Optional<String> phase = Optional.empty();
    private int containers;
    private int registered;
    private boolean wasFormed;
    private final Map<Source, Long> lastLines = new HashMap<>();
    private boolean severalTasks;
    private boolean over;
    private String running = "training";

    /** What numbers its lines from 1: a run of a task. */
    private record Source(org.ydl.api.v1.TaskId task, String run) {}

    /** @param nanos the time that has passed since some moment */
    Screen(PrintStream out, PrintStream err, boolean terminal, LongSupplier nanos) {
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.nanos = nanos;
        this.started = nanos.getAsLong();
    }

    /** Something the user should read, kept on the screen. */
    synchronized void say(String message) {
        clear();
        err.println(message);
        redraw();
    }

    /** Where the job is now. Replaces the phase before it on a terminal. */
    synchronized void phase(String now) {
        if (over || phase.filter(now::equals).isPresent()) {
            return;
        }
        phase = Optional.of(now);
        if (terminal) {
            redraw();
        } else {
            err.println("ydl: " + now);
        }
    }

    /** The job runs no program: its tasks serve. */
    synchronized void servesOnly() {
        running = "serving";
    }

    /** Lets the time on a terminal's line go on: called every second. */
    synchronized void tick() {
        redraw();
    }

    /** A result, on standard output. */
    synchronized void result(String line) {
        clear();
        phase = Optional.empty();
        out.println(line);
        out.flush();
    }

    /** Standard output, for what is copied there as it is, while no phase shows. */
    PrintStream stdout() {
        return out;
    }

    /** Standard error, likewise. */
    PrintStream stderr() {
        return err;
    }

    /** How a job ended: why, if it did not succeed, and the result. */
    ExitCode ended(String id, Outcome outcome) {
        endPhases();
        if (!outcome.succeeded()) {
            say(outcome.message());
        }
        result(id + " " + outcome.verdict());
        return outcome.code();
    }

    /** The command is ending: what the job still does is of no interest. */
    synchronized void noMorePhases() {
        endPhases();
        over = true;
    }

    synchronized void endPhases() {
        clear();
        phase = Optional.empty();
    }

    @Override
    public void accepted(String yarnState) {
        phase("waiting for YARN to start the AM, " + yarnState);
    }

    @Override
    public synchronized void masterUp(HostPort master) {
        // It finds the job's tasks again one by one.
        containers = 0;
        registered = 0;
        wasFormed = false;
        phase("AM up at " + master);
    }

    @Override
    public void masterLost() {
        notice("the application master was lost; waiting for the next one");
    }

    @Override
    public void notice(String text) {
        say("ydl: " + text.strip().replace("\n", "\n  "));
    }

    @Override
    public synchronized void progress(JobProgress progress) {
        switch (progress.getPhase()) {
            case JOB_PHASE_GATHERING -> {
                if (wasFormed) {
                    wasFormed = false;
                    phase("forming the cluster anew");
                }
                gathering(progress);
            }
            case JOB_PHASE_RUNNING -> {
                wasFormed = true;
                gathering(progress);
                phase(running(progress.getEnded()));
            }
            case JOB_PHASE_STOPPING, JOB_PHASE_DONE -> phase("stopping");
            case JOB_PHASE_UNSPECIFIED, UNRECOGNIZED -> {}
        }
    }

    /** What has risen: also what came and went between two looks. What is lost is told by notices. */
    private void gathering(JobProgress progress) {
        String all = "/" + progress.getTasks();
        if (progress.getAllocated() > containers) {
            phase("containers " + progress.getAllocated() + all);
        }
        if (progress.getRegistered() > registered) {
            phase("registered " + progress.getRegistered() + all);
        }
        containers = progress.getAllocated();
        registered = progress.getRegistered();
    }

    private String running(int ended) {
        return switch (ended) {
            case 0 -> running;
            case 1 -> running + ", 1 task is done";
            default -> running + ", " + ended + " tasks are done";
        };
    }

    @Override
    public synchronized void severalTasks() {
        severalTasks = true;
    }

    @Override
    public synchronized void output(TaskOutput line) {
        Source source = new Source(line.getTask(), line.getRun());
        long last = lastLines.getOrDefault(source, 0L);
        if (line.getNumber() <= last) {
            return; // seen before the connection broke, or the application master was replaced
        }
        lastLines.put(source, line.getNumber());
        clear();
        String prefix = severalTasks ? "[" + TaskId.from(line.getTask()) + "] " : "";
        long missed = line.getNumber() - last - 1;
        if (missed > 0) {
            err.println(prefix + "[ydl] " + missed + (missed == 1 ? " line is" : " lines are")
                    + " left out here; the container's log has them all");
        }
        PrintStream stream = line.getChannel() == OutputChannel.OUTPUT_CHANNEL_STDERR ? err : out;
        stream.println(prefix + line.getLine());
        stream.flush();
        redraw();
    }

    private void clear() {
        if (terminal && phase.isPresent()) {
            err.print(CLEAR_LINE);
            err.flush();
        }
    }

    private void redraw() {
        if (terminal && phase.isPresent()) {
            long seconds = Duration.ofNanos(nanos.getAsLong() - started).toSeconds();
            err.print(CLEAR_LINE + "ydl: " + phase.get() + "  (" + seconds + " s)");
            err.flush();
        }
    }
}
