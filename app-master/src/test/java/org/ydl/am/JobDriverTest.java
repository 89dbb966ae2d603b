package org.ydl.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.ydl.api.ClusterSpec;
import org.ydl.api.ExitCode;
import org.ydl.api.HostPort;
import org.ydl.api.Outcome;
import org.ydl.api.TaskId;
import org.ydl.job.Job;
import org.ydl.job.JobEvent;
import org.ydl.job.JobEvent.KillRequested;
import org.ydl.job.JobEvent.MasterDismissed;
import org.ydl.job.JobEvent.RunnerRegistered;
import org.ydl.job.JobFixture;
import org.ydl.job.JobMachine;
import org.ydl.job.RunnerId;

class JobDriverTest {
    private final BlockingQueue<JobEvent> events = new LinkedBlockingQueue<>();
    private final FakeCluster cluster = new FakeCluster(container -> {});
    private final List<Object> heard = new ArrayList<>();

    @Test
    void outcomeIsKeptBeforeAnyoneHearsIt() throws Exception {
        events.add(new KillRequested("a test"));

        Optional<Outcome> told = run();

        Outcome killed = new Outcome(ExitCode.KILLED, "the job was killed: a test");
        assertEquals(Optional.of(killed), told);
        assertEquals(List.of("kept " + killed, "told " + killed), heard);
        assertEquals(Optional.of(killed), cluster.finished());
    }

    @Test
    void faultOfOurOwnIsAnOutcomeThatEveryoneHears() throws Exception {
        RunnerId stranger = new RunnerId("container_9", JobFixture.WORKER_0, 0, 0);
        events.add(new RunnerRegistered(1, stranger, new HostPort("node", 1)));

        Outcome told = run().orElseThrow();

        assertEquals(ExitCode.INTERNAL, told.code());
        assertTrue(told.message().contains("cannot refuse"), told.message());
        assertEquals(List.of("kept " + told, "told " + told), heard);
        assertEquals(Optional.of(told), cluster.finished());
    }

    @Test
    void dismissedMasterKeepsNothing() throws Exception {
        events.add(new MasterDismissed());

        assertEquals(Optional.empty(), run());
        assertEquals(List.of(), heard);
    }

    private Optional<Outcome> run() throws InterruptedException {
        History history = (job, outcome) -> heard.add("kept " + outcome);
        return new JobDriver(events, cluster, new BrokenRunners(), history)
                .run(JobMachine.begin(JobFixture.APP, 1, JobFixture.spec(), JobFixture.START));
    }

    /** Hears the end, and has a fault in what it does otherwise. */
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
        public void publish(ClusterSpec spec) {}

        @Override
        public void send(String container, ClusterSpec spec) {}

        @Override
        public void stop(String container, String reason) {}

        @Override
        public void show(Job job) {}

        @Override
        public void finish(Outcome outcome) {
            heard.add("told " + outcome);
        }
    }
}
