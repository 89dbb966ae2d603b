package org.ydl.bridge;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.ydl.api.PortRange;

/**
 * A port that is held for a TensorFlow server until the server itself has bound it.
 *
 * <p>The port is bound alone, which fails if anyone has it, and only then opened to a second holder by {@code
 * SO_REUSEPORT}. In this order no two reservations can ever get the same port, whereas a bind that asks for {@code
 * SO_REUSEPORT} shares a named port with any other of the same user. The channel never listens: a listening holder would
 * be given a share of the server's connections.
 *
 * <p>Immutable; usable from any thread. Whoever reserves it closes it, after the server was started.
 */
public final class PortReservation implements AutoCloseable {
    private final SocketChannel holder;
    private final int port;

    private PortReservation(SocketChannel holder, int port) {
        this.holder = holder;
        this.port = port;
    }

    /** Reserves any free port, or the lowest free one of the range. */
    public static PortReservation reserve(Optional<PortRange> range) throws IOException {
        if (range.isEmpty()) {
            return bind(0);
        }
        for (int port = range.get().first(); port <= range.get().last(); port++) {
            try {
                return bind(port);
            } catch (BindException taken) {
                // The next one; if none is left the exception below says so for all.
            }
        }
        throw new IOException(
                "no free port in " + range.get() + " (" + ports(range.get().size()) + "): all are taken on this node\n"
                        + "  note  a port stays taken for a minute after its last connection was closed\n"
                        + "  try   a wider --port-range, or fewer tasks on a node; 'ss -tanp' on the node shows who has the ports");
    }

    private static String ports(int count) {
        return count == 1 ? "1 port" : count + " ports";
    }

    private static PortReservation bind(int port) throws IOException {
        SocketChannel holder = SocketChannel.open();
        try {
            holder.bind(new InetSocketAddress(port));
            holder.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            return new PortReservation(holder, ((InetSocketAddress) holder.getLocalAddress()).getPort());
        } catch (IOException | RuntimeException e) {
            holder.close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    /** Gives the port up. Closing twice is harmless. */
    @Override
    public void close() throws IOException {
        holder.close();
    }
}
