package org.ydl.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.ydl.api.HostPort;
import org.ydl.api.TaskId;
import org.ydl.api.v1.JobProgress;
import org.ydl.api.v1.OutputChannel;
import org.ydl.api.v1.TaskOutput;

/** Keeps what a user would see. Its own monitor guards it. */
final class RecordingView implements JobFollower.View {
    private final List<String> seen = new ArrayList<>();
    private Optional<String> trouble = Optional.empty();

    @Override
    public void severalTasks() {
        add("several tasks");
    }

    @Override
    public void accepted(String yarnState) {
        add("accepted " + yarnState);
    }

    @Override
    public void masterUp(HostPort master) {
        add("master " + master);
    }

    @Override
    public void masterLost() {
        add("master lost");
    }

    @Override
    public void notice(String text) {
        add("notice " + text);
    }

    @Override
    public void progress(JobProgress progress) {
        add("progress " + progress.getRegistered());
    }

    @Override
    public void output(TaskOutput line) {
        String channel = line.getChannel() == OutputChannel.OUTPUT_CHANNEL_STDERR ? " err " : " out ";
        add(TaskId.from(line.getTask()) + channel + line.getNumber() + " " + line.getLine());
    }

    /** What contains this cannot be shown. */
    synchronized void failOn(String text) {
        trouble = Optional.of(text);
    }

    private synchronized void add(String what) {
        if (trouble.filter(what::contains).isPresent()) {
            throw new IllegalStateException("no room for " + trouble.get());
        }
        seen.add(what);
        notifyAll();
    }

    synchronized List<String> seen() {
        return List.copyOf(seen);
    }

    synchronized String await(Predicate<String> wanted) throws InterruptedException {
        while (true) {
            for (String line : seen) {
                if (wanted.test(line)) {
                    return line;
                }
            }
            wait();
        }
    }
}
