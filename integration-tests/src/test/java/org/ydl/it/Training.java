package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A run of {@code samples/checkpoint/train.py} on two workers and a ps, which is to end well whatever happens to it. */
final class Training implements AutoCloseable {
    private static final int WORKERS = 2;
    private static final int SAVE_EVERY = 10;
    private static final Pattern SAVED = Pattern.compile("^model_checkpoint_path: \".*-(\\d+)\"", Pattern.MULTILINE);
    private static final Pattern FINAL = Pattern.compile("\\[worker:0] final step (\\d+)");

    private final Installation ydl;
    private final int steps;
    private final Path checkpoints;
    private final Command run;

    private Training(Installation ydl, int steps, Path checkpoints, Command run) {
        this.ydl = ydl;
        this.steps = steps;
        this.checkpoints = checkpoints;
        this.run = run;
    }

    /** @param steps of both workers together; some eighteen are taken in a second */
    static Training start(Installation ydl, int steps, String... flags) {
        try {
            Path checkpoints = Files.createTempDirectory(ydl.scratch(), "checkpoints");
            List<String> words = new ArrayList<>(
                    List.of("-job", ydl.sample("checkpoint/train.py"), "-w", "" + WORKERS, "-s", "1", "--logs", "all"));
            words.addAll(List.of(flags));
            words.addAll(List.of("--", "--checkpoint_dir", checkpoints.toString()));
            words.addAll(List.of("--steps", "" + steps, "--save_every", "" + SAVE_EVERY, "--pause", "0.1"));
            return new Training(ydl, steps, checkpoints, ydl.ydl(words.toArray(String[]::new)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Command run() {
        return run;
    }

    String id() {
        return run.applicationId();
    }

    JobProcesses processes() {
        return new JobProcesses(id());
    }

    /** Returns at a random moment after the first checkpoint, early in the training. */
    Training underWay() {
        int moment = new Random().nextInt(Math.min(steps / 3, 80));
        // The first checkpoint may hold no more steps than the leader began with; the second does.
        awaitStep(Math.max(SAVE_EVERY, moment));
        return this;
    }

    /** Waits until a checkpoint holds more steps than the last one now. */
    void goesOn() {
        awaitStep(savedStep() + 1);
    }

    private void awaitStep(int step) {
        Await.that("a checkpoint of step " + step + " or later of " + run, () -> {
            boolean ended = run.hasEnded(); // asked first: what it saves last is seen then
            boolean reached = savedStep() >= step;
            assertTrue(reached || !ended, () -> "it ended before step " + step + ": " + run);
            return reached;
        });
    }

    /** Of the last checkpoint, 0 before the first. */
    private int savedStep() {
        try {
            Path index = checkpoints.resolve("checkpoint");
            Matcher matcher = SAVED.matcher(Files.exists(index) ? Files.readString(index) : "");
            return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
        } catch (IOException e) {
            return 0; // it is being replaced
        }
    }

    /** It ends well, all steps taken, and leaves nothing behind. */
    void assertSucceeds() {
        assertTrained();
        Leftovers.awaitNone(ydl, id());
    }

    /** It ends well, all steps taken. */
    void assertTrained() {
        assertEquals(0, run.exitCode(), run::toString);
        assertEquals(id() + " SUCCEEDED", run.out().get(run.out().size() - 1), run::toString);
        Matcher last = FINAL.matcher(run.text());
        assertTrue(last.find(), run::toString);
        int reached = Integer.parseInt(last.group(1));
        // The workers do not wait for each other: while one takes the last step, the other may take one more.
        assertTrue(reached >= steps && reached < steps + WORKERS, run::toString);
    }

    @Override
    public void close() {
        run.close();
    }
}
