package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.ExitCode;
import org.ydl.api.JobSpec;
import org.ydl.api.Limits;
import org.ydl.api.Outcome;
import org.ydl.api.Program;
import org.ydl.api.RestartPolicy;
import org.ydl.api.RestartPolicy.When;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec;
import org.ydl.api.ServerOwner;

/**
 * Drives jobs by {@link SimulatedMaster}s through thousands of random schedules of a {@link SimulatedWorld}, and checks their
 * {@link Invariants} and their {@link Honesty} after every step. A schedule is a function of its seed: {@code -Dydl.seed=N}
 * replays one alone and prints all of it. There are 100,000 of them, or {@code -Dydl.schedules=N}.
 *
 * <p>An application master that takes over knows what it reads from the text that its predecessor kept, in every schedule:
 * see {@link Takeover}.
 */
class JobSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("ydl.schedules", 100_000);
    private static final Optional<Long> REPLAYED = Optional.ofNullable(Long.getLong("ydl.seed"));

    @Test
    void everyScheduleKeepsTheInvariantsAndAllKindsOfEndsAreSeen() {
        if (REPLAYED.isPresent()) {
            System.out.println("ended: " + run(REPLAYED.get()));
            return;
        }

        Map<String, Long> ends = LongStream.range(0, SCHEDULES)
                .parallel()
                .mapToObj(JobSimulationTest::run)
                .collect(Collectors.groupingBy(end -> end, TreeMap::new, Collectors.counting()));

        assertEquals(
                new TreeSet<>(List.of(
                        "SUCCEEDED",
                        "JOB_FAILED",
                        "CLUSTER_FAILED",
                        "KILLED",
                        "INTERRUPTED",
                        "NOT_PREPARED",
                        "TIMED_OUT",
                        "dismissed")),
                ends.keySet(),
                ends::toString);
    }

    /** Runs one schedule to its end and returns what end that was. */
    private static String run(long seed) {
        Trace trace = new Trace(REPLAYED.isPresent());
        try {
            Job job = simulate(new SplittableRandom(seed), trace);
            return job.outcome().map(Outcome::code).map(ExitCode::name).orElse("dismissed");
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(
                    "seed " + seed + ", replayed by -Dydl.seed=" + seed + ": " + e.getMessage() + "\n" + trace, e);
        }
    }

    private static Job simulate(RandomGenerator random, Trace trace) {
        JobSpec spec = spec(random);
        SimulatedWorld world = new SimulatedWorld(random, spec, JobFixture.START);
        return new SimulatedMaster(random, spec, world, trace).run();
    }

    /** A job of any shape that a user may ask for. One that nobody decides has a limit of its own. */
    private static JobSpec spec(RandomGenerator random) {
        Decider decider = Decider.values()[random.nextInt(Decider.values().length)];
        ServerOwner server = random.nextBoolean() ? ServerOwner.BRIDGE : ServerOwner.SCRIPT;
        boolean runs = decider == Decider.TRAINERS || decider == Decider.CHIEF;
        int chiefs = random.nextInt(2);
        Map<Role, RoleSpec> roles = new TreeMap<>();
        roles.put(Role.CHIEF, role(chiefs, runs, server));
        roles.put(Role.EVALUATOR, role(random.nextInt(3), runs, ServerOwner.NOBODY));
        roles.put(Role.PS, role(random.nextInt(3), runs && server == ServerOwner.SCRIPT, server));
        // The chief may coordinate workers that only serve.
        roles.put(Role.WORKER, role(random.nextInt(1, 4), runs && (chiefs == 0 || random.nextBoolean()), server));
        Limits limits = new Limits(
                Duration.ofSeconds(60),
                Duration.ofSeconds(15),
                Duration.ofSeconds(40),
                Duration.ofSeconds(20),
                Duration.ofSeconds(random.nextInt(15)),
                Duration.ofSeconds(60),
                Duration.ofSeconds(25),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Optional.of(Duration.ofSeconds(random.nextInt(10, 300)))
                        .filter(limit -> decider == Decider.NOBODY || random.nextInt(3) == 0));
        return new JobSpec(
                "simulated",
                new TreeMap<>(roles),
                Program.of(List.of("python"), "python3"),
                decider,
                random.nextBoolean(),
                restarts(random),
                limits);
    }

    private static RestartPolicy restarts(RandomGenerator random) {
        When when = random.nextInt(3) > 0 ? When.FAILURE : When.values()[random.nextInt(When.values().length)];
        return new RestartPolicy(when, random.nextInt(4), Duration.ofSeconds(random.nextInt(30, 600)));
    }

    private static RoleSpec role(int count, boolean runsProgram, ServerOwner server) {
        return new RoleSpec(count, new RoleSpec.Size(512, 1, 0), Optional.empty(), runsProgram, server);
    }
}
