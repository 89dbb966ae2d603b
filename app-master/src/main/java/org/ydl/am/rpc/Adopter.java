package org.ydl.am.rpc;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ydl.am.DaemonThreads;
import org.ydl.api.HostPort;
import org.ydl.api.v1.AdoptRequest;
import org.ydl.api.v1.AdoptResponse;
import org.ydl.api.v1.RunnerControlGrpc;

/**
 * Tells the runners of a former application master where this one is. A runner that was told comes by itself, but it may
 * have been starting anew, or this node not reachable from there yet: it is told again until it has come.
 *
 * <p>Many calls are under way at once, so that dead nodes hold up nobody else, but not so many that a large job would run
 * out of sockets. One thread of its own begins and ends them; all methods return at once.
 */
final class Adopter {
    private static final Logger LOG = LoggerFactory.getLogger(Adopter.class);
    private static final int MOST_CALLS = 256;
    private static final Duration CALL_LIMIT = Duration.ofSeconds(5);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Function<HostPort, ManagedChannel> dial;
    private final Duration limit;
    private final Map<String, Invitation> open = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor dialing = new ScheduledThreadPoolExecutor(
            1, new DaemonThreads("adopter"), new DiscardPolicy()); // of what comes after the end

    /** Both belong to the thread. */
    private final Deque<Runnable> delayed = new ArrayDeque<>();

    private int calls;

    private record Invitation(AdoptRequest request, HostPort control, long endNanos) {
        String container() {
            return request.getContainerId();
        }
    }

    /** @param limit how long each runner is called */
    Adopter(Function<HostPort, ManagedChannel> dial, Duration limit) {
        this.dial = dial;
        this.limit = limit;
    }

    /** Invites a runner, in place of any invitation before. */
    void adopt(AdoptRequest request, HostPort control) {
        Invitation invitation = new Invitation(request, control, System.nanoTime() + limit.toNanos());
        open.put(invitation.container(), invitation);
        dialing.execute(() -> invite(invitation, FIRST_PAUSE));
    }

    /** The runner of this container is here. */
    void arrived(String container) {
        open.remove(container);
    }

    void close() {
        dialing.shutdownNow();
    }

    private void invite(Invitation invitation, Duration pause) {
        if (open.get(invitation.container()) != invitation) {
            return; // it has come, or is invited anew
        }
        if (calls == MOST_CALLS) {
            delayed.add(() -> invite(invitation, pause));
            return;
        }
        calls++;
        try {
            call(invitation, status -> dialing.execute(() -> answered(invitation, status, pause)));
        } catch (RuntimeException e) { // an address that makes no sense, or too little of something
            answered(invitation, Status.fromThrowable(e), pause);
        }
    }

    private void call(Invitation invitation, Consumer<Status> whenAnswered) {
        ManagedChannel channel = dial.apply(invitation.control());
        RunnerControlGrpc.newStub(channel)
                .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .adopt(invitation.request(), new Answer(status -> {
                    channel.shutdownNow();
                    whenAnswered.accept(status);
                }));
    }

    private void answered(Invitation invitation, Status answer, Duration pause) {
        calls--;
        again(invitation, answer, pause);
        Optional.ofNullable(delayed.poll()).ifPresent(Runnable::run);
    }

    /** Also a runner that has said yes is called again, until it has come. */
    private void again(Invitation invitation, Status answer, Duration pause) {
        LOG.debug("{} at {} answered {}", invitation.container(), invitation.control(), answer);
        boolean refused = answer.getCode() == Status.Code.FAILED_PRECONDITION;
        if (refused || System.nanoTime() - invitation.endNanos() > 0) {
            LOG.warn("{} at {} does not come: {}", invitation.container(), invitation.control(), answer);
            open.remove(invitation.container(), invitation);
            return;
        }
        Duration twice = pause.multipliedBy(2);
        Duration next = twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
        dialing.schedule(() -> invite(invitation, next), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The end of one call. */
    private record Answer(Consumer<Status> ended) implements StreamObserver<AdoptResponse> {
        @Override
        public void onNext(AdoptResponse response) {}

        @Override
        public void onError(Throwable cause) {
            ended.accept(Status.fromThrowable(cause));
        }

        @Override
        public void onCompleted() {
            ended.accept(Status.OK);
        }
    }
}
