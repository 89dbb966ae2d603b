package org.ydl.job;

import java.util.List;
import java.util.regex.Pattern;

/**
 * How a TensorFlow program fails that has lost a peer: as if it were its own fault, with an exit code of its own, and often
 * before anyone knows of the peer.
 */
final class PeerLoss {
    private static final Pattern SYMPTOM = Pattern.compile("UnavailableError|AbortedError|Collective ops is aborted"
            + "|failed to connect to all addresses|Connection reset by peer|Connection refused|Socket closed"
            + "|recvmsg:|CoordinationService|coordination service");

    private PeerLoss() {}

    static boolean isShownBy(List<String> errorTail) {
        return errorTail.stream().anyMatch(line -> SYMPTOM.matcher(line).find());
    }
}
