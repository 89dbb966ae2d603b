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
 * @param now the time of the last tick
 * @param awake since when this process has seen time pass without a gap; before that it may have missed messages
 * @param cluster the sealed spec of the current generation
 * @param decided when all tasks that decide had succeeded; evaluators may still be waited for
 * @param outcome known from {@link Phase#STOPPING} on
 */
public record Job(
        String appId,
        int amAttempt,
        JobSpec spec,
        Phase phase,
        Roster roster,
        Instant started,
        Instant now,
        Instant awake,
        Clients clients,
        Optional<ClusterSpec> cluster,
        Optional<Instant> decided,
        Optional<Outcome> outcome,
        Optional<Instant> stopping) {

    static Job begin(String appId, int amAttempt, JobSpec spec, Instant now) {
        return new Job(
                appId,
                amAttempt,
                spec,
                Phase.GATHERING,
                Roster.of(spec, now),
                now,
                now,
                now,
                Clients.none(now),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** 0 until the first spec is sealed. */
    public int generation() {
        return cluster.map(ClusterSpec::generation).orElse(0);
    }

    public boolean isDone() {
        return phase == Phase.DONE;
    }

    /** Whether only its evaluators are waited for. */
    public boolean isDecided() {
        return decided.isPresent();
    }

    Duration age() {
        return Duration.between(started, now);
    }

    Job with(Task task) {
        return with(phase, roster.with(task), clients, cluster, decided);
    }

    Job with(Clients others) {
        return with(phase, roster, others, cluster, decided);
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
        return with(Phase.RUNNING, roster, clients, Optional.of(next), decided);
    }

    /** All tasks that decide have succeeded. */
    Job decidedNow() {
        return with(phase, roster, clients, cluster, decided.or(() -> Optional.of(now)));
    }

    private Job with(
            Phase nextPhase,
            Roster nextRoster,
            Clients nextClients,
            Optional<ClusterSpec> nextCluster,
            Optional<Instant> nextDecided) {
        return new Job(
                appId,
                amAttempt,
                spec,
                nextPhase,
                nextRoster,
                started,
                now,
                awake,
                nextClients,
                nextCluster,
                nextDecided,
                outcome,
                stopping);
    }

    Job at(Instant time, Instant awakeSince) {
        return new Job(
                appId,
                amAttempt,
                spec,
                phase,
                roster,
                started,
                time,
                awakeSince,
                clients,
                cluster,
                decided,
                outcome,
                stopping);
    }

    Job stopping(Outcome verdict) {
        return new Job(
                appId,
                amAttempt,
                spec,
                Phase.STOPPING,
                roster,
                started,
                now,
                awake,
                clients,
                cluster,
                decided,
                Optional.of(verdict),
                Optional.of(now));
    }

    Job done() {
        return with(Phase.DONE, roster, clients, cluster, decided);
    }
}
