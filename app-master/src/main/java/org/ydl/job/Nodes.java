package org.ydl.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What is known of the nodes: which of them failed tasks, and which are therefore left alone for a while.
 *
 * @param count how many the cluster has; 0 until that is known
 * @param failures when tasks failed on which host, the recent ones
 * @param excluded until when no containers are taken from which host
 */
public record Nodes(int count, SortedMap<String, List<Instant>> failures, SortedMap<String, Instant> excluded) {
    /** How many failures exclude a node. */
    static final int FAILURES = 3;

    /** How long failures are remembered, and a node is excluded. */
    static final Duration MEMORY = Duration.ofMinutes(10);

    /** No more than this part of the cluster is excluded: beyond that the fault is hardly the nodes'. */
    private static final int LARGEST_PART = 3;

    public Nodes {
        failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
        excluded = Collections.unmodifiableSortedMap(new TreeMap<>(excluded));
    }

    static Nodes unknown() {
        return new Nodes(0, new TreeMap<>(), new TreeMap<>());
    }

    Nodes counted(int nodes) {
        return new Nodes(nodes, failures, excluded);
    }

    /** A task failed on this host through no fault of its own. */
    Nodes failed(String host, Instant now) {
        List<Instant> recent = new ArrayList<>(failures.getOrDefault(host, List.of()));
        recent.removeIf(time -> !time.plus(MEMORY).isAfter(now));
        recent.add(now);
        SortedMap<String, List<Instant>> all = new TreeMap<>(failures);
        all.put(host, List.copyOf(recent));
        boolean tooMany = (excluded.size() + 1) * LARGEST_PART > count;
        if (recent.size() < FAILURES || excluded.containsKey(host) || tooMany) {
            return new Nodes(count, all, excluded);
        }
        all.remove(host);
        SortedMap<String, Instant> more = new TreeMap<>(excluded);
        more.put(host, now.plus(MEMORY));
        return new Nodes(count, all, more);
    }

    /** Those whose time is over are taken again. */
    Nodes readmitted(Instant now) {
        if (excluded.values().stream().allMatch(now::isBefore)) {
            return this;
        }
        SortedMap<String, Instant> still = new TreeMap<>(excluded);
        still.values().removeIf(until -> !now.isBefore(until));
        return new Nodes(count, failures, still);
    }

    SortedSet<String> excludedHosts() {
        return new TreeSet<>(excluded.keySet());
    }

    boolean excludes(String host) {
        return excluded.containsKey(host);
    }
}
