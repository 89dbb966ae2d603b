package org.ydl.am.yarn;

import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.MasterDismissed;

/** What an error of the ResourceManager's client means to the job. */
final class MasterFault {
    private MasterFault() {}

    /**
     * Nothing if the ResourceManager could not be reached: the client tries again with its next heartbeat, and tasks need
     * no ResourceManager to go on. One that answers but no longer takes this process' token has another master by now.
     */
    static Optional<JobEvent> meaning(Throwable error) {
        if (causes(error).anyMatch(MasterFault::isDismissal)) {
            return Optional.of(new MasterDismissed());
        }
        return error instanceof IOException ? Optional.empty() : Optional.of(new ClusterFailed(error.toString()));
    }

    private static boolean isDismissal(Throwable cause) {
        return cause instanceof InvalidToken
                || cause instanceof ApplicationAttemptNotFoundException
                || cause instanceof RemoteException remote
                        && remote.getClassName().equals(InvalidToken.class.getName());
    }

    private static Stream<Throwable> causes(Throwable error) {
        return Stream.iterate(error, cause -> cause != null, Throwable::getCause);
    }
}
