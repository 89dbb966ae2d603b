package org.ydl.job;

/**
 * Something that a master of a {@link SimulatedWorld} hears.
 *
 * @param strange whether it comes from nobody the job knows
 */
record Message(JobEvent event, boolean strange) {
    static Message of(JobEvent event) {
        return new Message(event, false);
    }
}
