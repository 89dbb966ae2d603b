package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobPhase;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.TaskOutput;

class ScreenTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Duration now = Duration.ZERO;

    @Test
    void inAPipeEachPhaseIsALineOfItsOwnAndOutputIsApart() {
        Screen screen = screen(false);

        screen.progress(progress(JobPhase.JOB_PHASE_GATHERING, 3, 0));
        screen.progress(progress(JobPhase.JOB_PHASE_GATHERING, 3, 0));
        screen.progress(progress(JobPhase.JOB_PHASE_GATHERING, 5, 0));
        screen.progress(progress(JobPhase.JOB_PHASE_GATHERING, 5, 4));
        screen.progress(progress(JobPhase.JOB_PHASE_RUNNING, 5, 5));
        screen.output(line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "loss 0.5"));
        screen.output(line(2, OutputChannel.OUTPUT_CHANNEL_STDERR, "a warning"));
        screen.result("done");

        assertEquals("loss 0.5\ndone\n", text(out));
        assertEquals(
                """
                ydl: containers 3/5
                ydl: containers 5/5
                ydl: registered 4/5
                ydl: registered 5/5
                ydl: training
                a warning
                """,
                text(err));
    }

    @Test
    void linesSeenBeforeAConnectionBrokeAreNotShownAgain() {
        Screen screen = screen(false);

        screen.output(line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one"));
        screen.output(line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two"));
        screen.output(line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one"));
        screen.output(line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two"));
        screen.output(line(3, OutputChannel.OUTPUT_CHANNEL_STDOUT, "three"));

        assertEquals("one\ntwo\nthree\n", text(out));
    }

    @Test
    void outputGoesOnWhereItWasWhenAnotherMasterTakesOver() {
        Screen screen = screen(false);
        screen.masterUp(new HostPort("node1", 1));
        screen.progress(progress(JobPhase.JOB_PHASE_RUNNING, 5, 5));
        screen.output(line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one"));
        screen.output(line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two"));
        err.reset();

        screen.masterLost();
        screen.accepted("ACCEPTED");
        screen.masterUp(new HostPort("node2", 2));
        screen.progress(progress(JobPhase.JOB_PHASE_RUNNING, 5, 3));
        screen.progress(progress(JobPhase.JOB_PHASE_RUNNING, 5, 5));
        screen.output(line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two"));
        screen.output(line(3, OutputChannel.OUTPUT_CHANNEL_STDOUT, "three"));

        assertEquals("one\ntwo\nthree\n", text(out));
        assertEquals(
                """
                ydl: the application master was lost; waiting for the next one
                ydl: waiting for YARN to start the AM, ACCEPTED
                ydl: AM up at node2:2
                ydl: containers 5/5
                ydl: registered 3/5
                ydl: training
                ydl: registered 5/5
                ydl: training
                """,
                text(err));
    }

    @Test
    void anotherRunOfATaskCountsItsLinesFromOne() {
        Screen screen = screen(false);

        screen.output(run("first", line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one")));
        screen.output(run("first", line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two")));
        screen.output(run("second", line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one again")));
        screen.output(run("first", line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two")));
        screen.output(run("second", line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two again")));

        assertEquals("one\ntwo\none again\ntwo again\n", text(out));
        assertEquals("", text(err));
    }

    @Test
    void clusterThatIsFormedAnewIsCountedAnew() {
        Screen screen = screen(false);
        screen.progress(progress(JobPhase.JOB_PHASE_RUNNING, 5, 5));
        err.reset();

        screen.notice("ps:0 was lost: the cluster is formed anew\nhost  node7");
        screen.progress(progress(JobPhase.JOB_PHASE_GATHERING, 4, 0));
        screen.progress(progress(JobPhase.JOB_PHASE_GATHERING, 5, 3));
        screen.progress(progress(JobPhase.JOB_PHASE_RUNNING, 5, 5));

        assertEquals(
                """
                ydl: ps:0 was lost: the cluster is formed anew
                  host  node7
                ydl: forming the cluster anew
                ydl: containers 5/5
                ydl: registered 3/5
                ydl: registered 5/5
                ydl: training
                """,
                text(err));
    }

    @Test
    void missingLinesAreSaidToBeMissing() {
        Screen screen = screen(false);

        screen.output(line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one"));
        screen.output(line(5, OutputChannel.OUTPUT_CHANNEL_STDOUT, "five"));

        assertEquals("one\nfive\n", text(out));
        assertEquals("[ydl] 3 lines are left out here; the container's log has them all\n", text(err));
    }

    @Test
    void linesOfSeveralTasksSayWhoseTheyAreAndAreCountedApart() {
        Screen screen = screen(false);

        screen.severalTasks();
        screen.output(of("worker:0", line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "one")));
        screen.output(of("worker:1", line(1, OutputChannel.OUTPUT_CHANNEL_STDERR, "one")));
        screen.output(of("worker:0", line(2, OutputChannel.OUTPUT_CHANNEL_STDOUT, "two")));
        screen.output(of("worker:1", line(3, OutputChannel.OUTPUT_CHANNEL_STDOUT, "three")));

        assertEquals("[worker:0] one\n[worker:0] two\n[worker:1] three\n", text(out));
        assertEquals(
                "[worker:1] one\n[worker:1] [ydl] 1 line is left out here; the container's log has them all\n",
                text(err));
    }

    @Test
    void onATerminalThePhaseIsOneLineThatMakesRoomForOutput() {
        Screen screen = screen(true);

        screen.phase("training");
        now = Duration.ofSeconds(61);
        screen.output(line(1, OutputChannel.OUTPUT_CHANNEL_STDOUT, "loss 0.5"));
        screen.result("done");

        String clear = "\r\033[K";
        String phase = clear + "ydl: training  ";
        assertEquals(phase + "(0 s)" + clear + phase + "(61 s)" + clear, text(err));
        assertEquals("loss 0.5\ndone\n", text(out));
    }

    private Screen screen(boolean terminal) {
        return new Screen(new PrintStream(out, true), new PrintStream(err, true), terminal, () -> now.toNanos());
    }

    private static JobProgress progress(JobPhase phase, int allocated, int registered) {
        return JobProgress.newBuilder()
                .setPhase(phase)
                .setTasks(5)
                .setAllocated(allocated)
                .setRegistered(registered)
                .build();
    }

    private static TaskOutput line(long number, OutputChannel channel, String text) {
        return TaskOutput.newBuilder()
                .setNumber(number)
                .setChannel(channel)
                .setLine(text)
                .build();
    }

    private static TaskOutput run(String name, TaskOutput line) {
        return line.toBuilder().setRun(name).build();
    }

    private static TaskOutput of(String task, TaskOutput line) {
        return line.toBuilder().setTask(TaskId.parse(task).toMessage()).build();
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
