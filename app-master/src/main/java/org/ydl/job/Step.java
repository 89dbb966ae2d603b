package org.ydl.job;

import java.util.List;

/** What an event leads to: the job as it is now, and what is to be done, in this order. */
public record Step(Job next, List<JobAction> actions) {
    public Step {
        actions = List.copyOf(actions);
    }

    static Step to(Job next, JobAction... actions) {
        return new Step(next, List.of(actions));
    }
}
