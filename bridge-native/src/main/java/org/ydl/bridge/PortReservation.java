package org.ydl.bridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.ydl.api.PortRange;
import org.ydl.api.PortSearch;

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

    /** Reserves this port if it is free and in the range, or else as without it. */
    public static PortReservation reserve(int preferred, Optional<PortRange> range) throws IOException {
        return search(range).bind(preferred, PortReservation::bind);
    }

    /** Reserves any free port, or the lowest one of the range. */
    public static PortReservation reserve(Optional<PortRange> range) throws IOException {
        return search(range).bind(PortReservation::bind);
    }

    private static PortSearch search(Optional<PortRange> range) {
        return new PortSearch(range, PortSearch.Start.LOWEST);
    }

    private static PortReservation bind(int port, boolean besideLingering) throws IOException {
        SocketChannel holder = SocketChannel.open();
        try {
            holder.setOption(StandardSocketOptions.SO_REUSEADDR, besideLingering);
            holder.bind(new InetSocketAddress(port));
            holder.setOption(StandardSocketOptions.SO_REUSEADDR, false);
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
    public void close() {
        try {
            holder.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing a socket failed", e); // one that was never connected: it cannot
        }
    }
}
