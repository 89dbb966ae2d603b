package org.ydl.runner;

import java.time.Duration;
import org.ydl.api.ClusterSpec;

/** What comes from the application master, or fails to. Called on the event loop. */
interface MasterListener {
    /** Registered for the first time. */
    void planned(Plan plan);

    /** May come again for the same generation. */
    void specSealed(ClusterSpec spec);

    /** The cluster is formed anew. May come again, and for a generation that the runner has. */
    void reformOrdered(int generation, String reason);

    /** A later attempt than the present one is to {@linkplain MasterLink#begin begin}. May come again. */
    void rerunOrdered(int attempt);

    void stopOrdered(String reason);

    /** The application master will not have this runner. Nothing follows. */
    void refused(String why);

    /** Out of touch for longer than allowed. Nothing follows. */
    void masterLost(Duration limit);
}
