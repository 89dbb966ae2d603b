package org.ydl.job;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What an event leads to: the job as it is now, and what is to be done, in this order. */
public record Step(Job next, List<JobAction> actions) {
    public Step {
        actions = List.copyOf(actions);
    }

    /** What another transition makes of the job that this step leads to. */
    Step then(Function<Job, Step> transition) {
        Step after = transition.apply(next);
        List<JobAction> all = new ArrayList<>(actions);
        all.addAll(after.actions);
        return new Step(after.next, all);
    }

    static Step to(Job next, JobAction... actions) {
        return new Step(next, List.of(actions));
    }
}
