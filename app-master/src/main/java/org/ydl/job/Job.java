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
        Optional<ClusterSpec> cluster,
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

    Duration age() {
        return Duration.between(started, now);
    }

    Job with(Task task) {
        return new Job(
                appId, amAttempt, spec, phase, roster.with(task), started, now, awake, cluster, outcome, stopping);
    }

    Job at(Instant time, Instant awakeSince) {
        return new Job(appId, amAttempt, spec, phase, roster, started, time, awakeSince, cluster, outcome, stopping);
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
        Optional<ClusterSpec> next = Optional.of(new ClusterSpec(appId, generation() + 1, addresses));
        return new Job(appId, amAttempt, spec, Phase.RUNNING, roster, started, now, awake, next, outcome, stopping);
    }

    Job stopping(Outcome decided) {
        return new Job(
                appId,
                amAttempt,
                spec,
                Phase.STOPPING,
                roster,
                started,
                now,
                awake,
                cluster,
                Optional.of(decided),
                Optional.of(now));
    }

    Job done() {
        return new Job(appId, amAttempt, spec, Phase.DONE, roster, started, now, awake, cluster, outcome, stopping);
    }
}
