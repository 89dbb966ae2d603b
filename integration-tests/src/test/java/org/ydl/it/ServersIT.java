package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ydl.localcluster.python.PythonRuntime;

/** Servers alone, for clients that ydl does not start. */
@ExtendWith(OneCluster.class)
class ServersIT {
    private static final String PREFIX = "ClusterSpec: ";
    private static final Pattern APPLICATION = Pattern.compile("application_\\d+_\\d+");

    private final Installation ydl;

    ServersIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void launchedServersWorkForAnyClientUntilTheyAreKilled() throws IOException {
        Command launch = ydl.ydl("launch", "--num_worker", "2", "--num_ps", "1");
        assertEquals(0, launch.exitCode(), launch::toString);
        String spec = line(launch, PREFIX);
        Matcher application = APPLICATION.matcher(launch.text());
        assertTrue(application.find(), launch::toString);
        String id = application.group();

        Command client = ydl.run(python(), ydl.job("uses_servers.py"), spec);
        Command again = ydl.ydl("cluster", "--app_id", id);

        assertEquals(0, client.exitCode(), client::toString);
        assertEquals(List.of("42"), client.out());
        assertEquals(0, again.exitCode(), again::toString);
        assertEquals(spec, line(again, PREFIX));

        Command kill = ydl.ydl("kill", id);
        assertEquals(0, kill.exitCode(), kill::toString);
        assertEquals(List.of(id + " KILLED"), kill.out());
        Leftovers.awaitNone(ydl, id);
    }

    /** What follows a prefix on the line that begins with it. */
    private static String line(Command run, String prefix) {
        return run.out().stream()
                .filter(out -> out.startsWith(prefix))
                .map(out -> out.substring(prefix.length()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(prefix + "is missing in " + run));
    }

    private static String python() throws IOException {
        return PythonRuntime.in(PythonRuntime.standardParent(), System.getenv())
                .existing()
                .orElseThrow()
                .toString();
    }
}
