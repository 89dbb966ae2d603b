package org.ydl.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.ydl.job.JobFixture.PS_0;
import static org.ydl.job.JobFixture.WORKER_0;
import static org.ydl.job.JobFixture.WORKER_1;
import static org.ydl.job.JobFixture.address;
import static org.ydl.job.JobFixture.after;
import static org.ydl.job.JobFixture.container;
import static org.ydl.job.JobFixture.control;
import static org.ydl.job.JobFixture.running;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.HostPort;
import org.ydl.api.Role;
import org.ydl.api.ServerOwner;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.JobAction.AcceptRunner;
import org.ydl.job.JobAction.PublishSpec;
import org.ydl.job.JobAction.ReformRunner;
import org.ydl.job.JobAction.SendSpec;
import org.ydl.job.JobEvent.ContainerAllocated;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.RunnerAttached;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.TaskExited;

class GenerationsTest {
    private static final ExitReason LOST = ExitReason.of(Kind.NODE_LOST, "was lost with its node");
    private static final Container OTHER = new Container("other", "elsewhere");

    @Test
    void lostPsMakesAllOthersStartAnewInTheirContainers() {
        Step step =
                JobMachine.step(running(), new ContainerEnded(container(PS_0).id(), LOST));

        assertEquals(Phase.GATHERING, step.next().phase());
        assertEquals(
                List.of(container(WORKER_0).id(), container(WORKER_1).id()), reformed(step), step.actions()::toString);
        assertEquals(0, step.next().roster().registered());
    }

    @Test
    void nextGenerationIsSealedWhenAllHaveRegisteredAgain() {
        Job anew = after(
                running(),
                new ContainerEnded(container(PS_0).id(), LOST),
                new ContainerAllocated(Role.PS, OTHER),
                registered(OTHER.id(), PS_0, 1, 0, 1),
                registered(container(WORKER_0).id(), WORKER_0, 0, 0, 2));

        Step step = JobMachine.step(anew, registered(container(WORKER_1).id(), WORKER_1, 0, 0, 3));

        PublishSpec publish = (PublishSpec) step.actions().get(1);
        assertEquals(2, publish.spec().generation());
        assertEquals(
                List.of(new HostPort("elsewhere", 2), new HostPort("elsewhere", 3)),
                publish.spec().of(Role.WORKER));
        assertEquals(Phase.RUNNING, step.next().phase());
    }

    @Test
    void runnerThatDidNotHearOfTheNextGenerationIsToldWhenItAttaches() {
        Job anew = after(running(), new ContainerEnded(container(PS_0).id(), LOST));

        Step registered = JobMachine.step(anew, registered(container(WORKER_0).id(), WORKER_0, 0, 1, 2));
        Step attached = JobMachine.step(
                registered.next(),
                new RunnerAttached(new RunnerId(container(WORKER_0).id(), WORKER_0, 0, 1)));

        assertEquals(List.of(new AcceptRunner(9, WORKER_0)), registered.actions());
        assertEquals(0, registered.next().roster().registered());
        assertEquals(List.of(container(WORKER_0).id()), reformed(attached));
    }

    @Test
    void runnerThatMayOrMayNotHaveTheFormerSpecIsMadeToHaveItAndToStartAnew() {
        Job anew = after(running(), new ContainerEnded(container(PS_0).id(), LOST));
        String container = container(WORKER_0).id();

        Step attached = JobMachine.step(anew, new RunnerAttached(JobFixture.runner(WORKER_0)));

        assertEquals(
                List.of(
                        new SendSpec(container, anew.cluster().orElseThrow()),
                        new ReformRunner(container, 2, "the cluster is formed anew")),
                attached.actions());
        assertEquals(0, attached.next().roster().registered());
    }

    @Test
    void exitOfAProgramOfTheFormerGenerationMeansNothing() {
        Job anew = after(running(), new ContainerEnded(container(PS_0).id(), LOST));
        RunnerId old = new RunnerId(container(WORKER_0).id(), WORKER_0, 0, 1);

        Job job = after(anew, new TaskExited(old, ExitReason.ofProcess(3, List.of())));

        assertEquals(anew, job);
    }

    @Test
    void replacedWorkerAtItsFormerAddressDisturbsNobody() {
        Job lost = after(
                running(),
                new ContainerEnded(container(WORKER_1).id(), LOST),
                new ContainerAllocated(Role.WORKER, OTHER));

        Step step = JobMachine.step(
                lost,
                new RunnerRegistered(9, new RunnerId("other", WORKER_1, 1, 0), address(WORKER_1), control(WORKER_1)));

        assertEquals(Phase.RUNNING, step.next().phase());
        assertEquals(1, step.next().generation());
        assertEquals(List.of(), reformed(step));
    }

    @Test
    void replacedWorkerAtAnotherAddressMakesTheOthersStartAnewButNotItself() {
        Job lost = after(
                running(),
                new ContainerEnded(container(WORKER_1).id(), LOST),
                new ContainerAllocated(Role.WORKER, OTHER));

        Step step = JobMachine.step(lost, registered("other", WORKER_1, 1, 0, 5));

        assertEquals(List.of(container(PS_0).id(), container(WORKER_0).id()), reformed(step));
        assertEquals(1, step.next().roster().registered());
        assertEquals(2, step.next().target());
    }

    @Test
    void programWithAServerOfItsOwnTakesAllOthersAlong() {
        Job job = running(
                JobFixture.spec(Decider.TRAINERS, Map.of(Role.WORKER, JobFixture.running(2, ServerOwner.SCRIPT))));

        Step step =
                JobMachine.step(job, new TaskExited(JobFixture.runner(WORKER_1), ExitReason.ofProcess(137, List.of())));

        assertEquals(List.of(container(WORKER_0).id(), container(WORKER_1).id()), reformed(step));
        assertEquals(1, step.next().roster().task(WORKER_1).charged().size());
    }

    @Test
    void taskThatHadEndedAndLostItsContainerGetsAnotherOneForTheNextGeneration() {
        Job done = after(
                running(),
                new TaskExited(JobFixture.runner(WORKER_0), ExitReason.ofProcess(0, List.of())),
                new ContainerEnded(container(WORKER_0).id(), LOST));

        Job anew = after(done, new ContainerEnded(container(PS_0).id(), LOST));

        assertTrue(anew.roster().task(WORKER_0).isWaiting());
        assertEquals(2, anew.roster().waiting().size());
    }

    private static RunnerRegistered registered(String container, TaskId task, int attempt, int generation, int port) {
        return new RunnerRegistered(
                9,
                new RunnerId(container, task, attempt, generation),
                new HostPort("elsewhere", port),
                new HostPort("elsewhere", port + 100));
    }

    private static List<String> reformed(Step step) {
        return step.actions().stream()
                .filter(ReformRunner.class::isInstance)
                .map(action -> ((ReformRunner) action).container())
                .toList();
    }
}
