package org.ydl.runner;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ydl.api.RunnerExit;
import org.ydl.bridge.PortReservation;

/**
 * The program of a container; all it needs to know is in its environment (see {@link RunnerEnvironment}) and, if it is not
 * the first runner of its container, in the notes of the former (see {@link Notes}).
 *
 * <p>Wires the parts, waits for the task's end and exits with one of {@link RunnerExit}. SIGTERM ends the task as a
 * command to stop does.
 */
public final class Runner {
    private static final Logger LOG = System.getLogger("runner");

    private Runner() {}

    public static void main(String[] args) {
        System.exit(run().code());
    }

    private static RunnerExit run() {
        try {
            RunnerEnvironment runner = RunnerEnvironment.parse(System.getenv());
            NoteFile file = new NoteFile(NoteFile.PLACE);
            return live(runner, file);
        } catch (RunnerEnvironment.BadEnvironmentException e) {
            LOG.log(Level.ERROR, e.getMessage());
            return RunnerExit.BAD_ENVIRONMENT;
        } catch (IOException e) {
            LOG.log(Level.ERROR, "no port to serve at: " + e.getMessage());
            return RunnerExit.NO_PORT;
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a fault in ydl", e);
            return RunnerExit.INTERNAL;
        }
    }

    /** A runner that was started anew joins another cluster, in which no address is known yet. */
    private static PortReservation anyPort(RunnerEnvironment runner) throws IOException {
        return PortReservation.reserve(runner.ports());
    }

    private static PortReservation firstPort(RunnerEnvironment runner) throws IOException {
        if (runner.firstPort().isEmpty()) {
            return anyPort(runner);
        }
        int wanted = runner.firstPort().get();
        PortReservation reservation = PortReservation.reserve(wanted, runner.ports());
        LOG.log(
                Level.INFO,
                "port " + wanted + " of the task's former runner is "
                        + (reservation.port() == wanted ? "free" : "taken: it becomes " + reservation.port()));
        return reservation;
    }

    private static RunnerExit live(RunnerEnvironment runner, NoteFile file) throws IOException {
        Optional<Notes> former = file.read();
        Notes notes = former.orElseGet(() -> Notes.first(runner));
        CompletableFuture<RunnerExit> ended = new CompletableFuture<>();
        EventLoop loop = new EventLoop(fault -> {
            LOG.log(Level.ERROR, "a fault in ydl", fault);
            ended.complete(RunnerExit.INTERNAL); // the container's script sweeps up what still runs
        });
        Network network = new Network();
        MasterLink link = new MasterLink(loop, network::channelTo, runner, notes, file);
        // The former runner's port, where an application master that took over meanwhile looks for this one: before the
        // task's own could be given the same.
        int controlPort = network.serve(
                notes.controlPort(), runner.ports(), new ControlService(loop, runner.containerId(), link));
        PortReservation reservation = former.isPresent() ? anyPort(runner) : firstPort(runner);
        TaskLife life = new TaskLife(
                loop,
                runner,
                reservation,
                new TensorFlowBridge(runner.bundledLibrary(), TensorFlowBridge.LIMIT),
                new ProcessStarter(
                        runner,
                        System.getenv(),
                        new FileOutputStream(FileDescriptor.out),
                        new FileOutputStream(FileDescriptor.err)),
                link,
                ended);
        stopOnSignal(loop, life, ended, network);
        loop.execute(() -> life.start(controlPort));
        RunnerExit exit = ended.join();
        network.leave();
        return exit;
    }

    /** A shutdown hook runs also after a normal end; then there is nothing left to do. */
    private static void stopOnSignal(
            EventLoop loop, TaskLife life, CompletableFuture<RunnerExit> ended, Network network) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            loop.execute(life::terminated);
                            awaitEnd(ended);
                            network.leave();
                        },
                        "ydl-stop"));
    }

    private static void awaitEnd(CompletableFuture<RunnerExit> ended) {
        try {
            ended.get(5, TimeUnit.MINUTES); // a life bounds its own end; this is for the case of a fault in it
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            LOG.log(Level.ERROR, "the task did not end in time");
        }
    }
}
