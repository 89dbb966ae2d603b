package org.ydl.client;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.Role;
import org.ydl.api.TaskId;
import org.ydl.api.TaskPlace;
import org.ydl.api.v1.TaskOutput;
import org.ydl.localcluster.os.Processes;

/**
 * The processes of a job that runs beside its client: one, or one for each worker, each told its place in the cluster.
 *
 * <p>All carry a variable that marks them and everything they start: so {@link #stop} finds what a script left behind. Not
 * bound to a thread.
 */
final class ClientProcesses {
    private static final String MARK = "YDL_CLIENT_COOKIE";

    private final ClientProgram program;
    private final ClusterSpec spec;
    private final HostPort master;
    private final Consumer<TaskOutput> lines;
    private final CompletableFuture<Optional<Outcome>> verdict = new CompletableFuture<>();
    private boolean stopped;

    ClientProcesses(ClientProgram program, ClusterSpec spec, HostPort master, Consumer<TaskOutput> lines) {
        this.program = program;
        this.spec = spec;
        this.master = master;
        this.lines = lines;
    }

    /** The cluster that they run on. */
    ClusterSpec spec() {
        return spec;
    }

    /** The tasks at whose place a process runs. */
    static List<TaskId> places(ClientProgram program, ClusterSpec spec) {
        int count = program.everyWorker() ? spec.of(Role.WORKER).size() : 1;
        return IntStream.range(0, count)
                .mapToObj(index -> new TaskId(Role.WORKER, index))
                .toList();
    }

    /**
     * Starts them all and returns when each has succeeded, or one has failed, or empty when they were abandoned; those that
     * still run are ended then, also when this throws for a fault of ours.
     */
    Optional<Outcome> run() throws InterruptedException {
        List<CompletableFuture<Outcome>> ends = new ArrayList<>();
        try {
            for (TaskId task : places(program, spec)) {
                ends.add(start(task));
            }
            return await(ends);
        } catch (IOException e) {
            return Optional.of(new Outcome(
                    ExitCode.JOB_FAILED,
                    "the client's program could not be started: " + e.getMessage() + "\n  directory  "
                            + program.directory() + "\n  command    " + String.join(" ", program.command())));
        } finally {
            stop();
        }
    }

    private Optional<Outcome> await(List<CompletableFuture<Outcome>> ends) throws InterruptedException {
        ends.forEach(end -> end.whenComplete((outcome, fault) -> {
            if (fault != null) {
                verdict.completeExceptionally(fault);
            } else if (!outcome.succeeded()) {
                verdict.complete(Optional.of(outcome));
            } else if (ends.stream().allMatch(ClientProcesses::hasSucceeded)) {
                verdict.complete(Optional.of(new Outcome(
                        ExitCode.SUCCEEDED,
                        ends.size() == 1
                                ? "the client process succeeded"
                                : "all " + ends.size() + " client processes succeeded")));
            }
        }));
        try {
            return verdict.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static boolean hasSucceeded(CompletableFuture<Outcome> end) {
        return end.isDone() && !end.isCompletedExceptionally() && end.join().succeeded();
    }

    /** Whoever knows that they run in vain says so: {@link #run} ends them, unless they have ended. */
    void abandon() {
        verdict.complete(Optional.empty());
    }

    private synchronized CompletableFuture<Outcome> start(TaskId task) throws IOException {
        if (stopped) {
            throw new IOException("the job is ending");
        }
        TaskPlace place = new TaskPlace(spec, task, program.sparse());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder builder = new ProcessBuilder(place.command(program.command(), program.python(), java))
                .directory(program.directory().toFile())
                .redirectInput(new File("/dev/null"));
        builder.environment().put("PYTHONUNBUFFERED", "1");
        builder.environment().putAll(program.environment());
        builder.environment().putAll(place.variables());
        builder.environment().put("YDL_AM", master.toString());
        builder.environment().put("YDL_TARGET", "grpc://" + spec.of(task));
        builder.environment().put(MARK, markValue());
        return ClientProcess.start(task, builder, lines).end();
    }

    private String markValue() {
        return spec.appId() + "." + ProcessHandle.current().pid();
    }

    /** Ends them and all they started: SIGTERM, and SIGKILL after the grace time. None is started afterwards. */
    void stop() throws InterruptedException {
        synchronized (this) {
            stopped = true;
        }
        String mark = MARK + "=" + markValue();
        Processes.stopAll(process -> process.environment().contains(mark), program.stopGrace());
    }
}
