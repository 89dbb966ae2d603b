package org.ydl.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.api.Role;
import org.ydl.job.JobAction.CancelRequests;
import org.ydl.job.JobAction.RequestContainers;
import org.ydl.job.JobAction.StopContainer;
import org.ydl.job.JobAction.TellWatchers;

/** Asks for the containers of all tasks that wait, and gives back what a job holds in vain. See {@link Gathering}. */
final class Gang {
    private Gang() {}

    /** One request for each role, for all of its tasks that wait. */
    static List<JobAction> requests(Job job) {
        return requests(job, job.roster().waiting());
    }

    /** One request for each role of these tasks. */
    static List<JobAction> requests(Job job, List<Task> tasks) {
        Map<Role, Integer> counts = new EnumMap<>(Role.class);
        tasks.forEach(task -> counts.merge(task.id().role(), 1, Integer::sum));
        List<JobAction> requests = new ArrayList<>();
        counts.forEach((role, count) ->
                requests.add(new RequestContainers(role, job.spec().roles().get(role), count, Optional.empty())));
        return requests;
    }

    /** The wait as it is when one more task is to wait: a new one if nobody did. */
    static Gathering waitingFor(Job job) {
        boolean first = job.roster().allocated() == job.roster().size();
        Gathering wait = first ? Gathering.from(job.now()) : job.gathering();
        return wait.given(job.now(), job.roster().allocated() - 1);
    }

    /** What time has brought: an end of the pause, or the beginning of one. */
    static Step ticked(Job job) {
        Gathering gathering = job.gathering();
        if (job.phase() != Phase.GATHERING
                || job.roster().allocated() == job.roster().size()) {
            return Step.to(job);
        }
        if (gathering.isPaused()) {
            boolean over = !job.now().isBefore(gathering.paused().get());
            return over ? new Step(job.with(gathering.resumed(job.now())), requests(job)) : Step.to(job);
        }
        boolean inVain = !job.roster().isVacant()
                && job.clock().passed(gathering.given(), job.spec().limits().hold());
        return inVain ? giveBack(job) : Step.to(job);
    }

    private static Step giveBack(Job job) {
        Gathering pausing = job.gathering().pausing(job.appId(), job.now());
        Job next = job.with(pausing);
        List<JobAction> actions = new ArrayList<>(List.of(new CancelRequests()));
        for (Task task : job.roster().occupied()) {
            next = next.with(task.givenBack(job.now()));
            actions.add(new StopContainer(task.container().orElseThrow()));
        }
        long seconds =
                Duration.between(job.now(), pausing.paused().orElseThrow()).toSeconds();
        actions.add(new TellWatchers("the cluster gave " + job.roster().allocated() + " of "
                + job.roster().size() + " containers and no more: giving them back, and asking again in " + seconds
                + " s"));
        return new Step(next, actions);
    }
}
