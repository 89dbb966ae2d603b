package org.ydl.am.rpc;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ydl.api.HostPort;
import org.ydl.api.PortRange;
import org.ydl.api.PortSearch;

/** TCP, at any port or one of a range, from whose upper end it searches: the lower one is that of the TensorFlow servers. */
public final class Network implements Transport {
    private static final long PING_SECONDS = 10;

    private final Optional<PortRange> range;
    private final Consumer<String> exhausted;

    /**
     * @param range absent: any port will do
     * @param exhausted is told if the range has no free port; it serves at another one then, for whoever can come there
     */
    public Network(Optional<PortRange> range, Consumer<String> exhausted) {
        this.range = range;
        this.exhausted = exhausted;
    }

    @Override
    public Server serve(List<BindableService> services) throws IOException {
        try {
            return serveIn(range, services);
        } catch (IOException e) {
            if (range.isEmpty()) {
                throw e;
            }
            exhausted.accept(e.getMessage());
            return serveIn(Optional.empty(), services);
        }
    }

    private static Server serveIn(Optional<PortRange> ports, List<BindableService> services) throws IOException {
        return new PortSearch(ports, PortSearch.Start.HIGHEST)
                .bind((port, besideLingering) -> serveAt(port, besideLingering, services));
    }

    private static Server serveAt(int port, boolean besideLingering, List<BindableService> services)
            throws IOException {
        return NettyServerBuilder.forPort(port)
                .withOption(ChannelOption.SO_REUSEADDR, besideLingering)
                // The kernel asks it also of the connections that linger, or the next master cannot have the port.
                .withChildOption(ChannelOption.SO_REUSEADDR, true)
                // A client whose machine is gone says nothing: without pings it would seem to be there for hours.
                .keepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
                // Runners ping to notice a master whose node is gone; by default that would count as abuse.
                .permitKeepAliveTime(PING_SECONDS, TimeUnit.SECONDS)
                .addServices(services.stream().map(BindableService::bindService).toList())
                .build()
                .start();
    }

    @Override
    public ManagedChannel dial(HostPort runner) {
        return NettyChannelBuilder.forAddress(runner.host(), runner.port())
                .usePlaintext()
                .build();
    }
}
