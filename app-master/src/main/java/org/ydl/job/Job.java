package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.api.ClusterSpec;
import org.ydl.api.HostPort;
import org.ydl.api.JobSpec;
import org.ydl.api.Outcome;
import org.ydl.api.Role;

/**
 * Everything known about a job at one moment. Immutable, so that any thread may read a snapshot.
 *
 * @param cluster the last spec that was sealed
 * @param gathering the wait for containers, the present or the last one
 * @param loss when a member of the cluster was last lost
 * @param decided when all tasks that decide had succeeded; others may still be waited for
 * @param end known from {@link Phase#STOPPING} on
 */
public record Job(
        String appId,
        int amAttempt,
        JobSpec spec,
        Phase phase,
        Roster roster,
        Clock clock,
        Clients clients,
        Optional<ClusterSpec> cluster,
        Gathering gathering,
        Nodes nodes,
        Optional<Instant> loss,
        Optional<Instant> decided,
        Optional<End> end) {

    /** How a job ends, and since when it does. */
    public record End(Outcome outcome, Instant since) {}

    static Job begin(String appId, int amAttempt, JobSpec spec, Instant now) {
        return new Job(
                appId,
                amAttempt,
                spec,
                Phase.GATHERING,
                Roster.of(spec, now),
                Clock.startedAt(now),
                Clients.none(now),
                Optional.empty(),
                Gathering.from(now),
                Nodes.unknown(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** A job as it was kept for another application master, for {@link JobMachine#recover}. */
    public static Job recalled(
            String appId,
            JobSpec spec,
            Phase phase,
            Instant started,
            Optional<ClusterSpec> cluster,
            Nodes nodes,
            Optional<Instant> loss,
            Optional<Instant> decided,
            Optional<End> end,
            List<Task> tasks) {
        return new Job(
                appId,
                0,
                spec,
                phase,
                Roster.of(spec, tasks),
                Clock.startedAt(started),
                Clients.none(started),
                cluster,
                Gathering.from(started),
                nodes,
                loss,
                decided,
                end);
    }

    /** That of the last sealed spec: 0 until there is one. */
    public int generation() {
        return cluster.map(ClusterSpec::generation).orElse(0);
    }

    /** The generation that is being formed, or that runs. */
    public int target() {
        return phase == Phase.GATHERING ? generation() + 1 : generation();
    }

    public Instant started() {
        return clock.started();
    }

    public Instant now() {
        return clock.now();
    }

    public Optional<Outcome> outcome() {
        return end.map(End::outcome);
    }

    public boolean isDone() {
        return phase == Phase.DONE;
    }

    /** Whether only those are waited for that do not decide. */
    public boolean isDecided() {
        return decided.isPresent();
    }

    /** Whether what becomes of a task can still change how the job ends: once it is decided, only evaluators can. */
    boolean dependsOn(Task task) {
        return !isDecided() || roster.isEvaluating(task);
    }

    Duration age() {
        return Duration.between(clock.started(), clock.now());
    }

    Job with(Task task) {
        return new Job(
                appId,
                amAttempt,
                spec,
                phase,
                roster.with(task),
                clock,
                clients,
                cluster,
                gathering,
                nodes,
                loss,
                decided,
                end);
    }

    Job with(Clients others) {
        return new Job(
                appId, amAttempt, spec, phase, roster, clock, others, cluster, gathering, nodes, loss, decided, end);
    }

    Job with(Gathering wait) {
        return new Job(appId, amAttempt, spec, phase, roster, clock, clients, cluster, wait, nodes, loss, decided, end);
    }

    Job with(Nodes known) {
        return new Job(
                appId, amAttempt, spec, phase, roster, clock, clients, cluster, gathering, known, loss, decided, end);
    }

    Job at(Instant time) {
        return with(phase, clock.ticked(time), cluster, gathering, decided, end);
    }

    /** A member of the cluster is lost: what fails now may fail for want of it. */
    Job lostMember() {
        return new Job(
                appId,
                amAttempt,
                spec,
                phase,
                roster,
                clock,
                clients,
                cluster,
                gathering,
                nodes,
                Optional.of(clock.now()),
                decided,
                end);
    }

    /** The cluster is to be formed anew. */
    Job gatheringAnew() {
        return with(Phase.GATHERING, clock, cluster, Gathering.from(clock.now()), decided, end);
    }

    /** Every task has registered: the addresses become the spec of the next generation. */
    Job sealed() {
        TreeMap<Role, List<HostPort>> addresses = new TreeMap<>();
        for (Task task : roster.tasks()) {
            if (task.id().role().isMember()) {
                addresses
                        .computeIfAbsent(task.id().role(), role -> new ArrayList<>())
                        .add(task.address().orElseThrow());
            }
        }
        ClusterSpec next = new ClusterSpec(appId, generation() + 1, addresses);
        return with(Phase.RUNNING, clock, Optional.of(next), gathering, decided, end);
    }

    /** All tasks that decide have succeeded. */
    Job decidedNow() {
        return with(phase, clock, cluster, gathering, decided.or(() -> Optional.of(clock.now())), end);
    }

    Job stopping(Outcome verdict) {
        return with(Phase.STOPPING, clock, cluster, gathering, decided, Optional.of(new End(verdict, clock.now())));
    }

    Job done() {
        return with(Phase.DONE, clock, cluster, gathering, decided, end);
    }

    /** The same job in the hands of another application master, which knows nobody yet. */
    Job takenOver(int attempt, Instant now) {
        return new Job(
                appId,
                attempt,
                spec,
                phase,
                roster,
                clock.takenOver(now),
                Clients.none(now),
                cluster,
                Gathering.from(now),
                nodes,
                loss,
                decided,
                end.map(known -> new End(known.outcome(), now)));
    }

    private Job with(
            Phase nextPhase,
            Clock nextClock,
            Optional<ClusterSpec> nextCluster,
            Gathering nextGathering,
            Optional<Instant> nextDecided,
            Optional<End> nextEnd) {
        return new Job(
                appId,
                amAttempt,
                spec,
                nextPhase,
                roster,
                nextClock,
                clients,
                nextCluster,
                nextGathering,
                nodes,
                loss,
                nextDecided,
                nextEnd);
    }
}
