package org.ydl.runner;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.PortSearch;

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
     * Serves until this JVM's end, at a port that nobody else can have meanwhile: shared by {@code SO_REUSEPORT}, as that of
     * a TensorFlow server is, it could be bound by a server of the job, which would get a part of the calls.
     *
     * <p>Searches from the upper end. The lower one is that of the TensorFlow servers, and a task that is replaced wants the
     * port it had.
     *
     * @param preferred the port to try first; 0: none
     * @return the port it became
     */
    int serve(int preferred, Optional<PortRange> range, BindableService service) throws IOException {
        PortSearch search = new PortSearch(range, PortSearch.Start.HIGHEST);
        PortSearch.Binding<Integer> binding = (port, besideLingering) -> serveAt(port, besideLingering, service);
        return preferred == 0 ? search.bind(binding) : search.bind(preferred, binding);
    }

    private int serveAt(int port, boolean besideLingering, BindableService service) throws IOException {
        return NettyServerBuilder.forPort(port)
                .bossEventLoopGroup(thread)
                .workerEventLoopGroup(thread)
                .channelType(NioServerSocketChannel.class)
                .withOption(ChannelOption.SO_REUSEADDR, besideLingering)
                // The kernel asks it also of the connections that linger, or the next runner cannot have the port.
                .withChildOption(ChannelOption.SO_REUSEADDR, true)
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
