package org.ydl.api;

import java.time.Duration;
import java.util.Optional;

/**
 * How long a job waits for what before it gives up. Nothing waits without one of these.
 *
 * @param allocation from the first request on until every task has a container
 * @param hold how long some containers are held without another one coming, before they are given back for a while
 * @param registration from a container's allocation until its runner has registered
 * @param heartbeat how long a runner may be silent
 * @param stopGrace what a user's process gets between SIGTERM and SIGKILL
 * @param masterLost how long a runner goes on without an application master: longer than YARN needs to start another one
 * @param adoption what the runners of a former application master get to answer the one that took over
 * @param evaluation what evaluators get to finish when the trainers are done
 * @param chiefDone what the other trainers get to finish when the chief is done and decides
 * @param clientLost how long a job that its client decides goes on without that client
 * @param job the whole job, from the start of the first application master; absent: for ever
 */
public record Limits(
        Duration allocation,
        Duration hold,
        Duration registration,
        Duration heartbeat,
        Duration stopGrace,
        Duration masterLost,
        Duration adoption,
        Duration evaluation,
        Duration chiefDone,
        Duration clientLost,
        Optional<Duration> job) {

    public static final Limits DEFAULT = new Limits(
            Duration.ofMinutes(10),
            Duration.ofMinutes(2),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(20),
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofSeconds(10),
            Duration.ofMinutes(1),
            Optional.empty());
}
