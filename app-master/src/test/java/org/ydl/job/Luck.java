package org.ydl.job;

import java.util.random.RandomGenerator;

/**
 * How kind the world of one schedule is: how likely each misfortune is whenever it could happen. Drawn once, so that
 * some schedules run smoothly and others see everything at once.
 *
 * @param loss a message does not arrive
 * @param crash a container dies and its node says so
 * @param vanish a container is not heard of any more, or comes back from there
 * @param failure a user's process fails
 * @param stinginess a container that was asked for does not come yet
 * @param meddling someone kills the job, the cluster breaks, or another master takes over
 * @param strangeness a message comes from nobody the job knows, or a container that it did not ask for
 * @param sleep this process stands still for a while
 * @param death the application master dies and another one takes over
 */
record Luck(
        double loss,
        double crash,
        double vanish,
        double failure,
        double stinginess,
        double meddling,
        double strangeness,
        double sleep,
        double death) {

    /** Nothing new goes wrong. What went wrong before stays so. */
    static final Luck CALM = new Luck(0, 0, 0, 0, 0, 0, 0, 0, 0);

    static Luck draw(RandomGenerator random) {
        return new Luck(
                oneOf(random, 0, 0.01, 0.1, 0.5),
                oneOf(random, 0, 0, 0.001, 0.02),
                oneOf(random, 0, 0, 0.001, 0.02),
                oneOf(random, 0, 0, 0.1, 0.5),
                oneOf(random, 0, 0, 0, 0.5, 1),
                oneOf(random, 0, 0, 0.001, 0.01),
                oneOf(random, 0, 0.01, 0.1, 0.2),
                oneOf(random, 0, 0, 0.01, 0.1),
                oneOf(random, 0, 0, 0.002, 0.01));
    }

    private static double oneOf(RandomGenerator random, double... odds) {
        return odds[random.nextInt(odds.length)];
    }
}
