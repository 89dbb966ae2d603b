package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A user without a cluster: the first job brings one up, the next ones use it. */
class LocalModeIT {
    @Test
    void firstJobStartsTheClusterAndTheNextFindsIt() {
        try (Installation ydl = new Installation()) {
            String plus = ydl.sample("in-graph/plus.py");

            Command first = ydl.ydl("-job", plus, "-numberps", "1");
            assertEquals(0, first.exitCode(), first::toString);
            assertTrue(first.text().contains("no Hadoop configuration"), first::toString);
            assertEquals("42", first.out().get(0));
            Leftovers.awaitNone(ydl, first.applicationId());
            List<String> daemons = LiveProcesses.naming(ydl.clusterHome());

            // The same cluster as any other one: by its configuration, with the libtensorflow that ydl sends along.
            Map<String, String> configured =
                    Map.of("HADOOP_CONF_DIR", ydl.clusterHome().resolve("conf").toString());
            Command second = ydl.ydlWith(configured, "-job", ydl.job("prints_args.py"), "-numberps", "1");
            assertEquals(0, second.exitCode(), second::toString);
            assertFalse(second.text().contains("no Hadoop configuration"), second::toString);
            assertTrue(second.out().get(0).contains("\"native\""), second::toString);
            Leftovers.awaitNone(ydl, second.applicationId());
            assertEquals(daemons, LiveProcesses.naming(ydl.clusterHome()));

            assertTrue(ydl.cluster("status").text().contains("resourcemanager"));
        }
    }
}
