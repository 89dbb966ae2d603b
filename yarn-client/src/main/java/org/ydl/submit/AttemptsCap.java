package org.ydl.submit;

import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * How often a cluster starts an application master at most, whatever a job asks for. As the client's configuration says:
 * the ResourceManager tells nobody.
 *
 * @param setting what says so
 */
record AttemptsCap(int most, String setting) {
    static AttemptsCap of(Configuration conf) {
        int standard = conf.getInt(YarnConfiguration.RM_AM_MAX_ATTEMPTS, YarnConfiguration.DEFAULT_RM_AM_MAX_ATTEMPTS);
        int global = conf.getInt(YarnConfiguration.GLOBAL_RM_AM_MAX_ATTEMPTS, 0);
        return global > 0
                ? new AttemptsCap(global, YarnConfiguration.GLOBAL_RM_AM_MAX_ATTEMPTS)
                : new AttemptsCap(standard, YarnConfiguration.RM_AM_MAX_ATTEMPTS);
    }

    /** What to tell a user who asked for more. Nobody asked for the default. */
    Optional<String> warning(Placement.Attempts attempts) {
        return attempts.asked()
                .filter(asked -> asked > most)
                .map(asked -> "--am-max-attempts " + asked + ": the cluster starts an application master at most "
                        + most + (most == 1 ? " time" : " times") + " (" + setting + " = " + most + ")");
    }
}
