package org.ydl.localcluster;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the daemons of a cluster are doing, as seen at one moment.
 *
 * <p>Immutable.
 */
public record ClusterStatus(List<DaemonStatus> daemons) {

    public ClusterStatus {
        daemons = List.copyOf(daemons);
    }

    /** What one daemon is doing. */
    public enum State {
        /** It works, and the others know it. */
        RUNNING,
        /** Its process runs but does not work: not yet, or not without another daemon. */
        NOT_READY,
        /** Its process has ended although nobody stopped it. */
        DEAD,
        /** It was stopped, or never started. */
        STOPPED
    }

    /** One daemon: its name, state, process number while it has one, and web page. */
    public record DaemonStatus(String name, State state, OptionalLong pid, Optional<URI> web) {}

    static ClusterStatus neverStarted() {
        return new ClusterStatus(Daemon.all(1).stream()
                .map(daemon -> new DaemonStatus(daemon.name(), State.STOPPED, OptionalLong.empty(), Optional.empty()))
                .toList());
    }

    /** Whether the whole cluster works. */
    public boolean isUp() {
        return !daemons.isEmpty() && daemons.stream().allMatch(daemon -> daemon.state() == State.RUNNING);
    }

    /** Whether no daemon has a process. */
    public boolean isDown() {
        return daemons.stream().allMatch(daemon -> daemon.pid().isEmpty());
    }

    /** The web page of this daemon, such as {@code resourcemanager}. */
    public Optional<URI> web(String daemon) {
        return daemons.stream()
                .filter(status -> status.name().equals(daemon))
                .findFirst()
                .flatMap(DaemonStatus::web);
    }
}
