package org.ydl.localcluster;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is asked of a cluster that is to be up. What is not said is as it was last time.
 *
 * <p>Immutable.
 *
 * @param settings Hadoop settings over ydl's own; an empty value gives ydl's own back
 */
record ClusterWish(Optional<ClusterSize> size, Map<String, String> settings) {
    static final ClusterWish AS_LAST_TIME = new ClusterWish(Optional.empty(), Map.of());

    ClusterWish {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    /** Whether a cluster with this plan is what is asked for. */
    boolean isMetBy(ClusterPlan plan) {
        return size.map(plan.size()::equals).orElse(true)
                && settingsOver(plan.settings()).equals(plan.settings());
    }

    /** The settings of last time, changed as is asked for. */
    Map<String, String> settingsOver(Map<String, String> last) {
        Map<String, String> all = new TreeMap<>(last);
        settings.forEach((key, value) -> {
            if (value.isEmpty()) {
                all.remove(key);
            } else {
                all.put(key, value);
            }
        });
        return all;
    }

    @Override
    public String toString() {
        return ClusterPlan.described(size, settings);
    }
}
