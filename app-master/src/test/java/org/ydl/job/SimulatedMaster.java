package org.ydl.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.ydl.api.JobSpec;
import org.ydl.job.JobEvent.MasterDismissed;

/**
 * The application masters of a simulated job, one after the other. Each does as {@link org.ydl.am.JobDriver} does: it takes
 * all messages that wait, keeps what they lead to, then acts. It may die before it has kept that, or between any two of
 * its actions; what the dead one had heard and not kept is heard by nobody.
 */
final class SimulatedMaster {
    /** What became of a message. */
    private record Turn(Job before, Message message, Step step) {}

    private final RandomGenerator random;
    private final JobSpec spec;
    private final SimulatedWorld world;
    private final Invariants invariants;
    private final Honesty honesty;
    private final Trace trace;
    private Optional<Job> kept = Optional.empty();
    private Optional<Job> known = Optional.empty();
    private int amAttempt = 1;

    SimulatedMaster(RandomGenerator random, JobSpec spec, SimulatedWorld world, Trace trace) {
        this.random = random;
        this.spec = spec;
        this.world = world;
        this.invariants = new Invariants(world, spec.limits());
        this.honesty = new Honesty(world);
        this.trace = trace;
    }

    /** Drives the job to its end, through as many masters as that takes. */
    Job run() {
        Job job = begin(world.time().now());
        while (!job.isDone()) {
            job = handle(job, world.waiting());
        }
        return job;
    }

    private Job begin(Instant now) {
        Step step = kept.map(job -> Takeover.of(job, known.orElseThrow(), amAttempt, now))
                .orElseGet(() -> JobMachine.begin(JobFixture.APP, amAttempt, spec, now));
        trace.note("master " + amAttempt, step);
        boolean dies = world.killsMaster(1);
        if (dies && random.nextBoolean()) {
            return takenOver("keeping anything");
        }
        kept = Optional.of(step.next());
        known = kept;
        honesty.masterBegan(step);
        world.performer().perform(dies ? some(step.actions()) : step.actions());
        return dies && !isFinished() ? takenOver("doing all of this") : step.next();
    }

    private Job handle(Job before, List<Message> messages) {
        Optional<Message> dismissal = messages.stream()
                .filter(message -> message.event() instanceof MasterDismissed)
                .findFirst();
        List<Turn> turns = turns(before, dismissal.map(List::of).orElse(messages));
        Job job = turns.get(turns.size() - 1).step().next();
        boolean dies = dismissal.isEmpty() && world.killsMaster(turns.size());
        if (dies && random.nextBoolean()) {
            return takenOver("keeping what the last " + turns.size() + " messages led to");
        }
        known = Optional.of(job);
        if (turns.stream().anyMatch(SimulatedMaster::isChange)) {
            kept = known;
        }
        turns.forEach(turn -> honesty.check(turn.before(), turn.message(), turn.step()));
        return perform(turns, dies) || isFinished()
                ? job
                : takenOver("doing all that the last " + turns.size() + " messages led to");
    }

    private List<Turn> turns(Job before, List<Message> messages) {
        List<Turn> turns = new ArrayList<>();
        Job job = before;
        for (Message message : messages) {
            if (job.isDone()) {
                break;
            }
            Step step = JobMachine.step(job, message.event());
            trace.note(message.event(), step);
            turns.add(new Turn(job, message, step));
            job = step.next();
        }
        return turns;
    }

    /** As the driver has it. What a dismissed master knows is of no use to anybody: its job is done. */
    private static boolean isChange(Turn turn) {
        return !turn.message().event().isRoutine() || !turn.step().actions().isEmpty();
    }

    /** Acts on one message after the other. Returns false if the master died over one of them. */
    private boolean perform(List<Turn> turns, boolean dies) {
        int last = dies ? random.nextInt(turns.size()) : turns.size();
        for (Turn turn : turns.subList(0, last)) {
            world.performer().perform(turn.message(), turn.step().actions());
            invariants.check(turn.before(), turn.message(), turn.step());
        }
        if (dies) {
            Turn interrupted = turns.get(last);
            world.performer()
                    .perform(interrupted.message(), some(interrupted.step().actions()));
        }
        return !dies;
    }

    private List<JobAction> some(List<JobAction> actions) {
        return actions.subList(0, random.nextInt(actions.size() + 1));
    }

    private Job takenOver(String undone) {
        trace.note("master " + amAttempt + " died before " + undone);
        amAttempt++;
        return begin(world.masterLost());
    }

    private boolean isFinished() {
        return world.performer().finished().isPresent();
    }
}
