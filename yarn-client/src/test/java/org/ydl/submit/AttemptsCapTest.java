package org.ydl.submit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class AttemptsCapTest {
    private final Configuration conf = new Configuration(false);

    @Test
    void askingForMoreThanTheClusterGivesIsWorthAWarning() {
        conf.setInt("yarn.resourcemanager.am.max-attempts", 4);

        assertEquals(
                Optional.of("--am-max-attempts 5: the cluster starts an application master at most 4 times"
                        + " (yarn.resourcemanager.am.max-attempts = 4)"),
                warning(Optional.of(5)));
        assertEquals(Optional.empty(), warning(Optional.of(4)));
    }

    @Test
    void globalSettingIsTheCapWhereThereIsOne() {
        conf.setInt("yarn.resourcemanager.am.max-attempts", 2);
        conf.setInt("yarn.resourcemanager.am.global.max-attempts", 6);

        assertEquals(Optional.empty(), warning(Optional.of(6)));
        assertEquals(
                Optional.of("--am-max-attempts 7: the cluster starts an application master at most 6 times"
                        + " (yarn.resourcemanager.am.global.max-attempts = 6)"),
                warning(Optional.of(7)));
    }

    @Test
    void clusterThatSaysNothingGivesTwo() {
        assertEquals(2, AttemptsCap.of(conf).most());
    }

    @Test
    void nobodyAskedForTheDefault() {
        assertEquals(Optional.empty(), warning(Optional.empty()));
    }

    private Optional<String> warning(Optional<Integer> asked) {
        return AttemptsCap.of(conf).warning(new Placement.Attempts(asked, Placement.Attempts.DEFAULT_WINDOW));
    }
}
