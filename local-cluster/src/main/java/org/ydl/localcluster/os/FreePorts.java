package org.ydl.localcluster.os;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Chooses TCP ports that nobody listens on, on any address of this machine.
 *
 * <p>They lie below the range from which Linux takes the ports of outgoing connections, so that a port stays free for a
 * daemon that is down for a while. A port can still be taken between choice and use: whoever uses it must be ready to
 * choose again. Not thread-safe, because the generator may not be.
 */
public final class FreePorts {
    static final int FIRST = 20_000;
    static final int LAST = 32_000;
    private static final int MAX_TRIES = 10_000;

    private final RandomGenerator random;

    public FreePorts(RandomGenerator random) {
        this.random = random;
    }

    /** Chooses {@code count} different free ports, none of them in {@code avoided}. */
    public List<Integer> choose(int count, Set<Integer> avoided) throws IOException {
        List<Integer> chosen = new ArrayList<>();
        for (int tries = 0; chosen.size() < count; tries++) {
            if (tries == MAX_TRIES) {
                throw new IOException("Found only " + chosen.size() + " of " + count + " free ports between " + FIRST
                        + " and " + LAST + ". Stop some servers (ss -ltn lists them) and try again.");
            }
            int port = random.nextInt(FIRST, LAST + 1);
            if (!chosen.contains(port) && !avoided.contains(port) && isFree(port)) {
                chosen.add(port);
            }
        }
        return List.copyOf(chosen);
    }

    /** Whether a server could listen on this port now, on whatever address. */
    public static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1)) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
