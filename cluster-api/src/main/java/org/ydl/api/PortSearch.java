package org.ydl.api;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The search for a port that nobody has: any, or one of a range.
 *
 * <p>Of a range, the ports that are quite free are tried first, then those that nothing but connections of a server that
 * is gone linger on, as they do for a minute after it was killed. Two that search at once never find the same one.
 * Immutable.
 *
 * @param range absent: any port will do
 * @param start the end of the range to begin at
 */
public record PortSearch(Optional<PortRange> range, Start start) {
    public enum Start {
        LOWEST,
        HIGHEST
    }

    /** Takes a port. */
    public interface Binding<T> {
        /**
         * Binds the port alone, and fails if anyone has it.
         *
         * @param port 0: any
         * @param besideLingering whether to set {@code SO_REUSEADDR} for the bind, which the kernel demands of whoever wants a
         *     port with lingering connections; not to be set otherwise
         */
        T bind(int port, boolean besideLingering) throws IOException;
    }

    /** Takes this port if it is free and in the range, or else as without it. */
    public <T> T bind(int preferred, Binding<T> binding) throws IOException {
        if (range.isEmpty() || range.get().contains(preferred)) {
            try {
                return oneOf(new PortRange(preferred, preferred), binding);
            } catch (IOException taken) {
                // Another one.
            }
        }
        return bind(binding);
    }

    /** Takes any free port, or one of the range. */
    public <T> T bind(Binding<T> binding) throws IOException {
        return range.isEmpty() ? binding.bind(0, false) : oneOf(range.get(), binding);
    }

    private <T> T oneOf(PortRange ports, Binding<T> binding) throws IOException {
        IOException last = null;
        for (boolean lingering : new boolean[] {false, true}) {
            for (int port : inOrder(ports)) {
                try {
                    return lingering ? bindLingering(port, binding) : binding.bind(port, false);
                } catch (IOException e) {
                    last = e; // not every kind of server says by its exception that the port is taken
                }
            }
        }
        throw new IOException(
                "no free port in " + ports + " (" + ports(ports.size()) + "): all are taken on this node\n"
                        + "  try   a wider --port-range, with two ports for each task and one for the application master;"
                        + " or fewer tasks on a node; 'ss -tanp' on the node shows who has the ports",
                last);
    }

    private int[] inOrder(PortRange ports) {
        IntStream upwards = IntStream.rangeClosed(ports.first(), ports.last());
        return switch (start) {
            case LOWEST -> upwards.toArray();
            case HIGHEST ->
                upwards.map(port -> ports.first() + ports.last() - port).toArray();
        };
    }

    private static String ports(int count) {
        return count == 1 ? "1 port" : count + " ports";
    }

    /**
     * {@code SO_REUSEADDR} gives away no port that anybody listens on or that was bound without, but two that bind with it
     * in the same instant would both succeed: whoever has the UDP port of the same number, which nobody shares, may try.
     */
    private static <T> T bindLingering(int port, Binding<T> binding) throws IOException {
        try (DatagramChannel lock = DatagramChannel.open()) {
            lock.bind(new InetSocketAddress(port));
            return binding.bind(port, true);
        }
    }
}
