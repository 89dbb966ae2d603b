package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.yarn.exceptions.ApplicationAttemptNotFoundException;
import org.apache.hadoop.yarn.exceptions.InvalidResourceRequestException;
import org.junit.jupiter.api.Test;
import org.ydl.job.JobEvent.ClusterFailed;
import org.ydl.job.JobEvent.MasterDismissed;

class MasterFaultTest {
    @Test
    void resourceManagerThatCannotBeReachedIsWaitedFor() {
        assertEquals(Optional.empty(), MasterFault.meaning(new ConnectException("refused")));
        assertEquals(Optional.empty(), MasterFault.meaning(new IOException(new SocketTimeoutException("slow"))));
    }

    @Test
    void resourceManagerThatNoLongerTakesTheTokenHasAnotherMaster() {
        assertEquals(Optional.of(new MasterDismissed()), MasterFault.meaning(new InvalidToken("unknown")));
        assertEquals(
                Optional.of(new MasterDismissed()),
                MasterFault.meaning(new IOException(new RemoteException(InvalidToken.class.getName(), "unknown"))));
        assertEquals(
                Optional.of(new MasterDismissed()),
                MasterFault.meaning(new ApplicationAttemptNotFoundException("gone")));
    }

    @Test
    void requestThatIsRefusedEndsTheJob() {
        Throwable refused = new InvalidResourceRequestException("no such label");

        assertEquals(Optional.of(new ClusterFailed(refused.toString())), MasterFault.meaning(refused));
    }

    @Test
    void faultOfOurOwnEndsTheJob() {
        Throwable fault = new IllegalStateException("a fault");

        assertEquals(Optional.of(new ClusterFailed(fault.toString())), MasterFault.meaning(fault));
    }
}
