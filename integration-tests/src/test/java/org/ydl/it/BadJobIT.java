package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Jobs that ask for what this cluster, its nodes or ydl do not have: one clear message each, and nothing left. */
@ExtendWith(OneCluster.class)
class BadJobIT {
    private static final int BAD_COMMAND = 2;
    private static final int CLUSTER_FAILED = 7;
    private static final int NOT_PREPARED = 8;

    private final Installation ydl;

    BadJobIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void placeholderThatIsNoneIsRefusedWithTheNearest() {
        refused(
                ydl.ydl("-job", ydl.job("prints_args.py"), "--", "--hosts={ps_host}"),
                "{ps_host} is no placeholder; did you mean {ps_hosts}?");
    }

    @Test
    void placesThatTheClusterDoesNotHaveAreRefusedBeforeSubmission() {
        refused(
                ydl.ydl(
                        "-job",
                        ydl.job("prints_args.py"),
                        "-numberworkers",
                        "3",
                        "--port-range",
                        "23000-23000",
                        "--node-label",
                        "nowhere",
                        "--worker-gpus",
                        "1"),
                "3 problems:",
                "--port-range 23000-23000 is too narrow",
                "--node-label nowhere: the cluster has no such label",
                "--worker-gpus 1: the cluster knows no GPUs");
    }

    @Test
    void jobFileIsRefusedWithTheLinesThatAreWrong() throws IOException {
        Path file = Files.writeString(
                ydl.scratch().resolve("wrong.yaml"),
                """
                job: %s
                # A comment counts as a line.
                worker: {count: two}
                timeuot: 60s
                timeout: 5x
                """
                        .formatted(ydl.job("prints_args.py")));

        refused(
                ydl.ydl("run", file.toString()),
                "3 problems:",
                "wrong.yaml line 3: --num-workers: 'two' is not a whole number",
                "wrong.yaml line 4: 'timeuot' is no key; did you mean timeout?",
                "wrong.yaml line 5: --timeout: '5x' is not a time such as 90s, 5m or 2h");
    }

    @Test
    void applicationOfSomebodyElsesKindIsLeftAlone() {
        Operator yarn = Operator.of(ydl);
        String id = yarn.submitForeign("census", "FOO");
        try {
            for (Command command : List.of(ydl.ydl("cluster", "--app_id", id), ydl.ydl("kill", id))) {
                refused(command, id + " is not a ydl job: it is 'census' of ", ", of the type FOO");
            }
            assertEquals("ACCEPTED", yarn.state(id));
        } finally {
            yarn.kill(id);
        }
    }

    @Test
    void portsThatOthersHaveAreNamed() throws IOException {
        try (TakenPorts others = TakenPorts.find(2)) {
            String withOneForTheMaster = others.first() + "-" + (others.last() + 1);

            Command run = ydl.ydl("-job", ydl.job("prints_args.py"), "--port-range", withOneForTheMaster);

            failed(run, CLUSTER_FAILED, "no free port in " + withOneForTheMaster);
            String advice = "another or a wider --port-range than " + withOneForTheMaster;
            assertTrue(run.text().contains(advice), run::toString);
            assertTrue(run.text().matches("(?s).*AM up at \\S+:" + (others.last() + 1) + "\n.*"), run::toString);
        }
    }

    @Test
    void applicationMasterWithoutAPortSaysSo() throws IOException {
        try (TakenPorts others = TakenPorts.find(3)) {
            String range = others.first() + "-" + others.last();

            Command run = ydl.ydl("-job", ydl.job("prints_args.py"), "--port-range", range);

            failed(run, CLUSTER_FAILED, "the cluster cannot be used: no free port in " + range);
        }
    }

    @Test
    void dockerThatTheNodesDoNotHaveIsNamed() {
        Command run = ydl.ydl("-job", ydl.job("prints_args.py"), "--docker-image", "team/tf:2.18");

        failed(run, NOT_PREPARED, "the job asks for the docker image team/tf:2.18, but YARN");
    }

    @Test
    void oldJavaOfTheNodesIsNamed() throws IOException {
        Path home = Files.createTempDirectory(ydl.scratch(), "java8");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"1.8.0_392\"\n");
        Path java = Files.createDirectory(home.resolve("bin")).resolve("java");
        Files.writeString(
                java,
                """
                #!/bin/sh
                echo 'Exception in thread "main" java.lang.UnsupportedClassVersionError' >&2
                exit 1
                """);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        Command run = ydl.ydl("-job", ydl.job("prints_args.py"), "--java-home", home.toString());

        failed(run, NOT_PREPARED, " has no Java that ydl can run on.");
        assertTrue(run.text().contains("Java 1.8.0_392 from JAVA_HOME, " + home), run::toString);
        assertFalse(run.text().contains("UnsupportedClassVersionError"), run::toString);
    }

    private static void refused(Command run, String... messages) {
        assertEquals(BAD_COMMAND, run.exitCode(), run::toString);
        for (String message : messages) {
            assertTrue(run.text().contains(message), () -> message + " is missing in: " + run);
        }
        assertFalse(run.text().contains("ydl: staged"), run::toString);
        assertFalse(run.text().contains("\tat "), run::toString);
    }

    /** It says why, once, and nothing is left of it. */
    private void failed(Command run, int exitCode, String message) {
        assertEquals(exitCode, run.exitCode(), run::toString);
        assertEquals(2, run.text().split(Pattern.quote(message), -1).length, run::toString);
        assertFalse(run.text().contains("\tat "), run::toString);
        assertEquals(run.applicationId() + " FAILED", run.out().get(run.out().size() - 1));
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    /** Ports beside each other that somebody listens at, and one above them that is free. */
    private record TakenPorts(List<ServerSocket> sockets) implements AutoCloseable {
        /** Below the ephemeral ports, or the free one could be anybody's in the next moment. */
        static TakenPorts find(int count) throws IOException {
            for (int first = 20_000; first + count < 30_000; first += count + 1) {
                TakenPorts ports = new TakenPorts(new ArrayList<>());
                try (ServerSocket above = new ServerSocket(first + count)) {
                    for (int port = first; port < above.getLocalPort(); port++) {
                        ports.sockets.add(new ServerSocket(port));
                    }
                    return ports;
                } catch (BindException taken) {
                    ports.close();
                }
            }
            throw new AssertionError("there are no " + (count + 1) + " free ports beside each other");
        }

        int first() {
            return sockets.get(0).getLocalPort();
        }

        int last() {
            return sockets.get(sockets.size() - 1).getLocalPort();
        }

        @Override
        public void close() throws IOException {
            for (ServerSocket socket : sockets) {
                socket.close();
            }
        }
    }
}
