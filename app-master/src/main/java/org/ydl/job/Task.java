package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;

/**
 * One task of a job: its container, its server's address and how it ended, as far as each is known.
 *
 * @param attempt which start of the task this is, from 0
 * @param doing what it was last seen doing, in words for people
 * @param address where its server is in the generation that is sealed or being formed; absent until it has registered
 * @param control where its runner can be reached by another application master
 * @param former the last address it had before the present one
 * @param exit how its program ended
 * @param held how its program failed, if that may be the fault of a peer that is not known to be lost yet
 * @param since when it came to wait, was given its container, began anew or was held
 * @param heard when its runner last spoke
 * @param gone whether its container has ended
 * @param adopting whether it belongs to a former application master and has not come to this one yet
 * @param charged when it was started again through no fault of the cluster's
 * @param left the containers that it had before, oldest first; of many the newest
 */
public record Task(
        TaskId id,
        int attempt,
        String doing,
        Optional<Container> container,
        Optional<HostPort> address,
        Optional<HostPort> control,
        Optional<HostPort> former,
        Optional<ExitReason> exit,
        Optional<ExitReason> held,
        Instant since,
        Instant heard,
        boolean gone,
        boolean adopting,
        List<Instant> charged,
        List<FormerContainer> left) {

    /** What the cluster takes away is not charged, so that nothing else bounds their number. */
    static final int MOST_LEFT = 10;

    public Task {
        charged = List.copyOf(charged);
        left = List.copyOf(left);
    }

    static Task waiting(TaskId id, Instant now) {
        return new Task(
                id,
                0,
                "waiting for a container",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                now,
                now,
                false,
                false,
                List.of(),
                List.of());
    }

    Task allocated(Container given, Instant now) {
        return with("launching its container", Optional.of(given), address, exit, held, now, now, false, false);
    }

    Task registered(HostPort server, HostPort endpoint, Instant now) {
        String next = address.isPresent() ? doing : "waiting for the other tasks";
        return new Task(
                id,
                attempt,
                next,
                container,
                Optional.of(server),
                Optional.of(endpoint),
                former,
                exit,
                held,
                since,
                now,
                gone,
                false,
                charged,
                left);
    }

    Task heard(String nowDoing, Instant now) {
        return with(nowDoing, container, address, exit, held, since, now, gone, false);
    }

    Task exited(ExitReason reason) {
        return with(
                reason.what(), container, address, Optional.of(reason), Optional.empty(), since, heard, gone, adopting);
    }

    /** Its program failed as one does that has lost a peer. */
    Task held(ExitReason reason, Instant now) {
        return with(
                reason.what() + ", and seems to have lost a peer",
                container,
                address,
                exit,
                Optional.of(reason),
                now,
                heard,
                gone,
                adopting);
    }

    Task withoutContainer() {
        return with(doing, container, address, exit, held, since, heard, true, adopting);
    }

    /** Its program runs again where it is. */
    Task rerun(Instant now) {
        return restarted(attempt + 1, "beginning again", container, address, control, former, now, left);
    }

    /** It waits for another container. */
    Task replaced(Instant now) {
        return restarted(
                attempt + 1,
                "waiting for another container",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                address.or(() -> former),
                now,
                leaving());
    }

    /** It waits for a container as it did at first: what it had was given back before a program ran in it. */
    Task givenBack(Instant now) {
        return restarted(
                attempt + 1,
                "waiting for a container",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                now,
                control.isPresent() ? leaving() : left); // of a former generation it may have something to tell
    }

    /** Its runner is to start anew in its container. */
    Task reformed(Instant now) {
        return restarted(
                attempt,
                "starting anew for the next generation",
                container,
                Optional.empty(),
                control,
                address.or(() -> former),
                now,
                left);
    }

    /** It runs on since the time of another application master. */
    Task adopting(Instant now) {
        return with(hasEnded() ? doing : "being found again", container, address, exit, held, since, now, gone, true);
    }

    /** The start that follows counts against it. */
    Task charged(Instant now, Duration window) {
        List<Instant> recent =
                Stream.concat(chargedWithin(now, window), Stream.of(now)).toList();
        return new Task(
                id, attempt, doing, container, address, control, former, exit, held, since, heard, gone, adopting,
                recent, left);
    }

    /** Without what changes all the time: as it is kept for another application master. */
    public Task recalled(Instant time) {
        String known = exit.or(() -> held).map(ExitReason::what).orElse("not heard of yet");
        return with(known, container, address, exit, held, time, time, gone, false);
    }

    private Stream<Instant> chargedWithin(Instant now, Duration window) {
        return charged.stream().filter(time -> time.plus(window).isAfter(now));
    }

    /** How often it was started again within the window through no fault of the cluster's. */
    int restarts(Instant now, Duration window) {
        return (int) chargedWithin(now, window).count();
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

    /** Whether a runner is expected to be there and to speak. */
    boolean isServing() {
        return holdsContainer() && isRegistered();
    }

    private Task with(
            String nextDoing,
            Optional<Container> nextContainer,
            Optional<HostPort> nextAddress,
            Optional<ExitReason> nextExit,
            Optional<ExitReason> nextHeld,
            Instant nextSince,
            Instant nextHeard,
            boolean nextGone,
            boolean nextAdopting) {
        return new Task(
                id,
                attempt,
                nextDoing,
                nextContainer,
                nextAddress,
                control,
                former,
                nextExit,
                nextHeld,
                nextSince,
                nextHeard,
                nextGone,
                nextAdopting,
                charged,
                left);
    }

    private Task restarted(
            int nextAttempt,
            String nextDoing,
            Optional<Container> nextContainer,
            Optional<HostPort> nextAddress,
            Optional<HostPort> nextControl,
            Optional<HostPort> nextFormer,
            Instant now,
            List<FormerContainer> nextLeft) {
        return new Task(
                id,
                nextAttempt,
                nextDoing,
                nextContainer,
                nextAddress,
                nextControl,
                nextFormer,
                Optional.empty(),
                Optional.empty(),
                now,
                now,
                false,
                false,
                charged,
                nextLeft);
    }

    private List<FormerContainer> leaving() {
        int first = left.isEmpty() ? 0 : left.get(left.size() - 1).lastAttempt() + 1;
        List<FormerContainer> all = Stream.concat(
                        left.stream(), container.stream().map(had -> new FormerContainer(had, first, attempt)))
                .toList();
        return all.subList(Math.max(0, all.size() - MOST_LEFT), all.size());
    }
}
