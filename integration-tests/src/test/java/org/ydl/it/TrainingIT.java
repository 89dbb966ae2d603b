package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs that train and succeed. */
@ExtendWith(OneCluster.class)
class TrainingIT {
    private static final Pattern HOSTS = Pattern.compile("\"YDL_(?:PS|WORKER)_HOSTS\": \"([^\"]*)\"");

    private final Installation ydl;

    TrainingIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void fourWorkersAndOnePsTrainBetweenGraphs() {
        Command run = ydl.ydl("-job", ydl.sample("between-graph/job.py"), "-numberworkers", "4", "-numberps", "1");

        assertEquals(0, run.exitCode(), run::toString);
        String line = run.out().stream()
                .filter(out -> out.startsWith("accuracy "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(run.toString()));
        assertTrue(Double.parseDouble(line.substring("accuracy ".length())) > 0.9, line);
        assertTrue(run.out().stream().anyMatch(out -> out.matches("step \\d+ +loss .*")), run::toString);
        assertEquals(run.applicationId() + " SUCCEEDED", run.out().get(run.out().size() - 1));
        for (String phase : List.of("staged", "submitted", "AM up", "containers ", "registered 5/5", "training")) {
            assertTrue(run.text().contains("ydl: " + phase), () -> phase + " is missing in " + run);
        }
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void twoPsAndAWorkerAddInOneGraph() {
        Command run = ydl.ydl("-job", ydl.sample("in-graph/plus.py"), "-numberworkers", "1", "-numberps", "2");

        assertEquals(0, run.exitCode(), run::toString);
        assertEquals("42", run.out().get(0));
    }

    @Test
    void argumentsArriveExactlyAsGiven() {
        List<String> arguments = List.of("a b", "\"q\" 'q'", "$HOME", "*", "ü→", "two\nlines", "", "-x", "--flag=1");
        List<String> words = new ArrayList<>(List.of("--job", ydl.job("prints_args.py"), "--num_worker=1", "--"));
        words.addAll(arguments);

        Command run = ydl.ydl(words.toArray(String[]::new));

        assertEquals(0, run.exitCode(), run::toString);
        String expected =
                "[\"a b\", \"\\\"q\\\" 'q'\", \"$HOME\", \"*\", \"\\u00fc\\u2192\", \"two\\nlines\", \"\", \"-x\","
                        + " \"--flag=1\"]";
        assertTrue(run.out().get(0).contains(expected), run::toString);
    }

    @Test
    void twoJobsAtOnceSucceedWithNoPortInCommon() {
        String[] words = {"-job", ydl.job("prints_args.py"), "-numberworkers", "2", "-numberps", "1"};

        try (Command one = ydl.ydl(words);
                Command two = ydl.ydl(words)) {
            assertEquals(0, one.exitCode(), one::toString);
            assertEquals(0, two.exitCode(), two::toString);
            List<String> addresses = addresses(one);
            assertEquals(3, addresses.size(), one::toString);
            assertEquals(3, addresses(two).size(), two::toString);
            assertTrue(Collections.disjoint(addresses, addresses(two)), () -> one + "\n" + two);
        }
    }

    /** Of all tasks, as the chief printed what it was given. */
    private static List<String> addresses(Command run) {
        Matcher matcher = HOSTS.matcher(run.out().get(0));
        List<String> found = new ArrayList<>();
        while (matcher.find()) {
            found.addAll(List.of(matcher.group(1).split(",")));
        }
        return found;
    }
}
