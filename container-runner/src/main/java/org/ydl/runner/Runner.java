package org.ydl.runner;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ydl.api.HostPort;
import org.ydl.api.RunnerExit;
import org.ydl.bridge.PortReservation;

/**
 * The program of a container; all it needs to know is in its environment (see {@link RunnerEnvironment}).
 *
 * <p>Wires the parts, waits for the task's end and exits with one of {@link RunnerExit}. SIGTERM ends the task as a
 * command to stop does.
 */
public final class Runner {
    private static final Logger LOG = System.getLogger("runner");

    /**
     * How often to make sure that a silent application master is there: its node may be gone without a word. Needs a
     * server that permits it.
     */
    private static final int KEEP_ALIVE_SECONDS = 30;

    private Runner() {}

    public static void main(String[] args) {
        System.exit(run().code());
    }

    private static RunnerExit run() {
        try {
            RunnerEnvironment runner = RunnerEnvironment.parse(System.getenv());
            PortReservation reservation = PortReservation.reserve(runner.ports());
            return live(runner, reservation);
        } catch (RunnerEnvironment.BadEnvironmentException e) {
            LOG.log(Level.ERROR, e.getMessage());
            return RunnerExit.BAD_ENVIRONMENT;
        } catch (IOException e) {
            LOG.log(Level.ERROR, "no port for the TensorFlow server: " + e.getMessage());
            return RunnerExit.NO_PORT;
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a fault in ydl", e);
            return RunnerExit.INTERNAL;
        }
    }

    private static RunnerExit live(RunnerEnvironment runner, PortReservation reservation) {
        CompletableFuture<RunnerExit> ended = new CompletableFuture<>();
        EventLoop loop = new EventLoop(fault -> {
            LOG.log(Level.ERROR, "a fault in ydl", fault);
            ended.complete(RunnerExit.INTERNAL); // the container's script sweeps up what still runs
        });
        // One thread of the JDK's own kind: enough for one connection, and no native code to unpack and load.
        EventLoopGroup network = new NioEventLoopGroup(1, new DefaultThreadFactory("ydl-network", true));
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
                new MasterLink(loop, channelTo(runner.master(), network), runner, reservation.port()),
                ended);
        stopOnSignal(loop, life, ended, network);
        loop.execute(life::start);
        RunnerExit exit = ended.join();
        leave(network);
        return exit;
    }

    private static ManagedChannel channelTo(HostPort master, EventLoopGroup network) {
        return NettyChannelBuilder.forAddress(master.host(), master.port())
                .eventLoopGroup(network)
                .channelType(NioSocketChannel.class)
                .usePlaintext()
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
    }

    /** A JVM that exits waits 300 ms for any thread inside a system call, as the network's always is. */
    private static void leave(EventLoopGroup network) {
        network.shutdownGracefully(0, 100, TimeUnit.MILLISECONDS).awaitUninterruptibly(200, TimeUnit.MILLISECONDS);
    }

    /** A shutdown hook runs also after a normal end; then there is nothing left to do. */
    private static void stopOnSignal(
            EventLoop loop, TaskLife life, CompletableFuture<RunnerExit> ended, EventLoopGroup network) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            loop.execute(life::terminated);
                            awaitEnd(ended);
                            leave(network);
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
