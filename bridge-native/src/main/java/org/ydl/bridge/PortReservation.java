package org.ydl.bridge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
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

    /** Reserves this port if it is free and in the range, or else as without it. */
    public static PortReservation reserve(int preferred, Optional<PortRange> range) throws IOException {
        boolean allowed = range.isEmpty()
                || range.get().first() <= preferred && preferred <= range.get().last();
        Optional<PortReservation> own = allowed ? oneOf(new PortRange(preferred, preferred)) : Optional.empty();
        return own.isPresent() ? own.get() : reserve(range);
    }

    /** Reserves any free port, or one of the range. */
    public static PortReservation reserve(Optional<PortRange> range) throws IOException {
        if (range.isEmpty()) {
            return bind(0, false);
        }
        return oneOf(range.get())
                .orElseThrow(
                        () -> new IOException(
                                "no free port in " + range.get() + " ("
                                        + ports(range.get().size()) + "): all are taken on this node\n"
                                        + "  try   a wider --port-range, or fewer tasks on a node; 'ss -tanp' on the node shows who has the ports"));
    }

    /**
     * The lowest free port; if there is none, the lowest that nothing but connections of a server that is gone linger on,
     * as they do for a minute after it was killed.
     */
    private static Optional<PortReservation> oneOf(PortRange range) throws IOException {
        for (boolean lingering : new boolean[] {false, true}) {
            for (int port = range.first(); port <= range.last(); port++) {
                try {
                    return Optional.of(lingering ? bindLingering(port) : bind(port, false));
                } catch (BindException taken) {
                    // The next one.
                }
            }
        }
        return Optional.empty();
    }

    private static String ports(int count) {
        return count == 1 ? "1 port" : count + " ports";
    }

    /**
     * {@code SO_REUSEADDR} at the time of the bind is what the kernel demands of whoever wants a port with lingering
     * connections. It gives away no port that anybody listens on or that was bound without, but two that bind with it in
     * the same instant would both succeed: whoever has the UDP port of the same number, which nobody shares, may try.
     */
    private static PortReservation bindLingering(int port) throws IOException {
        try (DatagramChannel lock = DatagramChannel.open()) {
            lock.bind(new InetSocketAddress(port));
            return bind(port, true);
        }
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
