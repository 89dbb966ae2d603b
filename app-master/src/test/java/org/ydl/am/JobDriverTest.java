package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.ClientLeft;
import org.ydl.job.JobEvent.ContainerEnded;
import org.ydl.job.JobEvent.ContainerStarted;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.RunnerHeard;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobEvent.Ticked;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;
import org.ydl.job.RunnerId;
import org.ydl.job.Step;

class JobDriverTest {
    private static final Step RUNNING = new Step(JobFixture.running(), List.of());

    private final Inbox events = new Inbox();
    private final List<Object> heard = new ArrayList<>();
    private final List<String> seen = new ArrayList<>();
    private final Deque<JobEvent> script = new ArrayDeque<>();
    private final List<String> remembered = new ArrayList<>();
    private FakeCluster cluster = new FakeCluster(event -> {});

    @Test
    void outcomeIsKeptBeforeAnyoneHearsIt() throws Exception {
        events.add(new KillRequested("a test"));

        Optional<Outcome> told = run(begin());

        Outcome killed = new Outcome(ExitCode.KILLED, "the job was killed: a test");
        assertEquals(Optional.of(killed), told);
        assertEquals(List.of("kept " + killed, "told " + killed), heard);
        assertEquals(Optional.of(killed), cluster.finished());
    }

    @Test
    void faultOfOurOwnIsAnOutcomeThatEveryoneHears() throws Exception {
        RunnerId stranger = new RunnerId("container_9", JobFixture.WORKER_0, 0, 0);
        events.add(new RunnerRegistered(1, stranger, new HostPort("node", 1), new HostPort("node", 2)));

        Outcome told = run(begin()).orElseThrow();

        assertEquals(ExitCode.INTERNAL, told.code());
        assertTrue(told.message().contains("cannot refuse"), told.message());
        assertEquals(List.of("kept " + told, "told " + told), heard);
        assertEquals(Optional.of(told), cluster.finished());
    }

    @Test
    void dismissedMasterKeepsNothing() throws Exception {
        events.add(new MasterDismissed());

        assertEquals(Optional.empty(), run(begin()));
        assertEquals(List.of(), heard);
    }

    @Test
    void dismissedMasterDoesNothingAboutWhatItHeardInTheSameMoment() throws Exception {
        events.add(new KillRequested("a test"));
        events.add(new MasterDismissed());

        assertEquals(Optional.empty(), run(RUNNING));
        assertEquals(Optional.empty(), cluster.finished());
    }

    @Test
    void containersAreRememberedBeforeAnythingRunsInThem() throws Exception {
        cluster = new FakeCluster(event -> {
            if (event instanceof ContainerStarted started) {
                remembered.add("launched " + started.container());
            }
            events.add(remembered.size() == 5 ? new MasterDismissed() : event);
        });

        run(begin());

        assertEquals(
                List.of(
                        "GATHERING with 0 containers",
                        "GATHERING with 3 containers",
                        "launched container_0",
                        "launched container_1",
                        "launched container_2"),
                remembered);
    }

    @Test
    void passingTimeAndHeartbeatsCostNoWrite() throws Exception {
        RunnerId runner = new RunnerId("container_worker:0", JobFixture.WORKER_0, 0, 0);
        List<Job> written = new ArrayList<>();
        script.add(new Ticked(JobFixture.START.plusSeconds(1)));
        script.add(new RunnerHeard(runner, "busy"));
        script.add(new Ticked(JobFixture.START.plusSeconds(2)));
        script.add(new MasterDismissed());

        run(RUNNING, job -> {
            written.add(job);
            return job.toString();
        });

        assertEquals(List.of(RUNNING.next()), written);
    }

    @Test
    void timeThatLeadsToSomethingIsRemembered() throws Exception {
        script.add(new Ticked(JobFixture.START.plus(Duration.ofHours(2))));
        script.add(new MasterDismissed());

        run(RUNNING);

        assertEquals(List.of("RUNNING with 3 containers", "STOPPING with 3 containers"), remembered);
    }

    @Test
    void stateThatIsAsItWasIsNotWrittenAgain() throws Exception {
        script.add(new ClientLeft());
        script.add(new MasterDismissed());

        run(RUNNING, job -> "always the same");

        assertEquals(List.of("always the same"), remembered);
    }

    @Test
    void watchersHearWhyBeforeTheySeeWhatCameOfIt() throws Exception {
        ExitReason lost = ExitReason.of(Kind.NODE_LOST, "was lost");
        script.add(new ContainerEnded(JobFixture.container(JobFixture.PS_0).id(), lost));
        script.add(new MasterDismissed());

        run(RUNNING);

        assertEquals(List.of("RUNNING", "why", "why", "GATHERING"), seen.subList(0, 4));
    }

    private static Step begin() {
        return JobMachine.begin(JobFixture.APP, 1, JobFixture.spec(), JobFixture.START);
    }

    private Optional<Outcome> run(Step begin) throws InterruptedException {
        return run(begin, job -> job.phase() + " with " + job.roster().allocated() + " containers");
    }

    private Optional<Outcome> run(Step begin, Function<Job, String> writing) throws InterruptedException {
        History history = (job, outcome) -> heard.add("kept " + outcome);
        Memory memory = new Memory() {
            @Override
            public void keep(String state) {
                remembered.add(state);
            }

            @Override
            public Optional<String> recall() {
                return Optional.empty();
            }
        };
        return new JobDriver(events, cluster, new BrokenRunners(), history, memory, writing).run(begin);
    }

    /** Hears the end, lets the script's next event happen, and has a fault in what it does otherwise. */
    private final class BrokenRunners implements Runners {
        @Override
        public void accept(long ticket, TaskId task) {}

        @Override
        public void refuse(long ticket, String reason) {
            throw new IllegalStateException("cannot refuse");
        }

        @Override
        public void dismiss(String container, String reason) {}

        @Override
        public void publish(ClusterSpec spec, List<String> containers) {}

        @Override
        public void send(String container, ClusterSpec spec) {}

        @Override
        public void adopt(String container, HostPort control) {}

        @Override
        public void reform(String container, int generation, String reason) {}

        @Override
        public void rerun(String container, int attempt) {}

        @Override
        public void notice(String text) {
            seen.add("why");
        }

        @Override
        public void stop(String container, String reason) {}

        @Override
        public void show(Job job) {
            seen.add(job.phase().toString());
            Optional.ofNullable(script.poll()).ifPresent(events::add);
        }

        @Override
        public void finish(Outcome outcome) {
            heard.add("told " + outcome);
        }
    }
}
