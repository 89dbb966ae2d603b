package org.ydl.runner;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.ydl.api.HostPort;

/**
 * gRPC over TCP, both ways, on one thread of the JDK's own kind: enough for the few connections of a runner, and no native
 * code to unpack and load. Usable from any thread.
 */
final class Network {
    /**
     * How often to make sure that a silent application master is there: its node may be gone without a word. Needs a
     * server that permits it.
     */
    private static final int KEEP_ALIVE_SECONDS = 30;

    /** No message to a runner's own service is longer than some names. */
    private static final int MAX_CONTROL_BYTES = 16 * 1024;

    private final EventLoopGroup thread = new NioEventLoopGroup(1, new DefaultThreadFactory("ydl-network", true));

    ManagedChannel channelTo(HostPort master) {
        return NettyChannelBuilder.forAddress(master.host(), master.port())
                .eventLoopGroup(thread)
                .channelType(NioSocketChannel.class)
                .usePlaintext()
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .build();
    }

    /**
     * Serves until this JVM's end.
     *
     * @param preferred the port to try first; 0: any
     * @return the port it became
     */
    int serve(int preferred, BindableService service) throws IOException {
        try {
            return serveAt(preferred, service);
        } catch (IOException e) {
            if (preferred == 0) {
                throw e;
            }
            return serveAt(0, service);
        }
    }

    private int serveAt(int port, BindableService service) throws IOException {
        return NettyServerBuilder.forPort(port)
                .bossEventLoopGroup(thread)
                .workerEventLoopGroup(thread)
                .channelType(NioServerSocketChannel.class)
                .directExecutor()
                .maxInboundMessageSize(MAX_CONTROL_BYTES)
                .addService(service)
                .build()
                .start()
                .getPort();
    }

    /** A JVM that exits waits 300 ms for any thread inside a system call, as the network's always is. */
    void leave() {
        thread.shutdownGracefully(0, 100, TimeUnit.MILLISECONDS).awaitUninterruptibly(200, TimeUnit.MILLISECONDS);
    }
}
