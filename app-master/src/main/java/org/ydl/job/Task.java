package org.ydl.job;

import java.time.Instant;
import java.util.Optional;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;

/**
 * One task of a job: its container, its server's address and how it ended, as far as each is known.
 *
 * @param attempt which start of the task this is, from 0
 * @param doing what it was last seen doing, in words for people
 * @param since when it was given its container
 * @param heard when its runner last spoke
 * @param gone whether its container has ended
 */
public record Task(
        TaskId id,
        int attempt,
        String doing,
        Optional<Container> container,
        Optional<HostPort> address,
        Optional<ExitReason> exit,
        Instant since,
        Instant heard,
        boolean gone) {

    static Task waiting(TaskId id, Instant now) {
        return new Task(
                id,
                0,
                "waiting for a container",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                now,
                now,
                false);
    }

    Task allocated(Container given, Instant now) {
        return new Task(id, attempt, "launching its container", Optional.of(given), address, exit, now, now, false);
    }

    Task registered(HostPort server, Instant now) {
        return new Task(
                id, attempt, "waiting for the other tasks", container, Optional.of(server), exit, since, now, gone);
    }

    Task heard(String nowDoing, Instant now) {
        return new Task(id, attempt, nowDoing, container, address, exit, since, now, gone);
    }

    Task exited(ExitReason reason) {
        return new Task(id, attempt, reason.what(), container, address, Optional.of(reason), since, heard, gone);
    }

    Task withoutContainer() {
        return new Task(id, attempt, doing, container, address, exit, since, heard, true);
    }

    public boolean isWaiting() {
        return container.isEmpty();
    }

    public boolean isRegistered() {
        return address.isPresent();
    }

    public boolean hasEnded() {
        return exit.isPresent();
    }

    /** Whether a container of this task may still run. */
    public boolean holdsContainer() {
        return container.isPresent() && !gone;
    }
}
