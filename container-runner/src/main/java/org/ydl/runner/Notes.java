package org.ydl.runner;

import java.time.Duration;
import org.ydl.api.HostPort;
import org.ydl.api.Limits;

/**
 * What a runner knows better than its environment, which says how things stood when the container was launched: kept for
 * the runner that may be started anew in the same container.
 *
 * @param master where the application master is
 * @param masterAttempt the application attempt that it is; 0 as long as it has not said
 * @param masterLostLimit how long to go on without one
 * @param attempt which start of the task this is
 * @param controlPort where another application master can reach the runner; 0: not yet
 */
record Notes(HostPort master, int masterAttempt, Duration masterLostLimit, int attempt, int controlPort) {
    /**
     * Of the first runner of a container, which has not heard of anybody. It may wait as long as the application master
     * waits for it; the longer limit is for those who have a task to go on with.
     */
    static Notes first(RunnerEnvironment runner) {
        return new Notes(runner.master(), 0, Limits.DEFAULT.registration(), runner.attempt(), 0);
    }

    Notes withMaster(HostPort newMaster, int newAttempt) {
        return new Notes(newMaster, newAttempt, masterLostLimit, attempt, controlPort);
    }

    Notes withMasterLostLimit(Duration newLimit) {
        return new Notes(master, masterAttempt, newLimit, attempt, controlPort);
    }

    Notes withAttempt(int newAttempt) {
        return new Notes(master, masterAttempt, masterLostLimit, newAttempt, controlPort);
    }

    Notes withControlPort(int newPort) {
        return new Notes(master, masterAttempt, masterLostLimit, attempt, newPort);
    }
}
