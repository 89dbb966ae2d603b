package org.ydl.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ydl.api.RestartPolicy;
import picocli.CommandLine.Option;

/** Which tasks are started again after what, and how often. */
final class RestartFlags {
    @Option(
            names = "--restart-on",
            paramLabel = "WHAT",
            description = "start a task again: never, failure, or always, exits 1 to 127 too (default: failure)")
    private RestartPolicy.When when = RestartPolicy.DEFAULT.when();

    /** The second name is that of TensorFlow on YARN. */
    @Option(
            names = {"--max-restarts", "--container-max-retries"},
            paramLabel = "N",
            description = "how often one task is started again before the job fails (default: 3)")
    private int most = RestartPolicy.DEFAULT.most();

    @Option(
            names = "--restart-window",
            paramLabel = "TIME",
            converter = Units.Time.class,
            description = "only restarts of the last so long count against that (default: 1h)")
    private Duration window = RestartPolicy.DEFAULT.window();

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (most < 0) {
            problems.add("--max-restarts must not be less than 0, got " + most);
        }
        if (window.isZero()) {
            problems.add("--restart-window must be longer than nothing");
        }
        return problems;
    }

    RestartPolicy policy() {
        return new RestartPolicy(when, most, window);
    }
}
