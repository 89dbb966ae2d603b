package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.localcluster.ClusterStatus.DaemonStatus;
import org.ydl.localcluster.os.ProcessIdentity;
import org.ydl.localcluster.os.Processes;
import org.ydl.localcluster.os.Wait;

/** Real daemons: the life of two clusters side by side. */
class LocalClusterIT {
    private static final ClusterSize TWO_NODES = new ClusterSize(2, 512);
    private static final ClusterSize ONE_NODE = new ClusterSize(1, 512);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    static Path directory;

    private final LocalCluster first = LocalCluster.at(directory.resolve("first"));
    private final LocalCluster second = LocalCluster.at(directory.resolve("second"));

    /** One scenario, because bringing a cluster up is most of the time that any part of it would take. */
    @Test
    void twoClustersAreBroughtUpRepairedAndEndedWithoutTouchingEachOther() throws Exception {
        bringBothUpAtOnce();
        eachResourceManagerHasItsOwnNodes();
        aClusterThatIsUpIsLeftAlone();
        aRunningClusterKeepsItsSize();
        upRepairsOnlyTheDaemonThatDied();
        downEndsContainersThatNobodyWatchesAndTouchesNoOtherCluster();
        filesAndAddressesOutlastTheProcesses();
        purgeLeavesNeitherProcessesNorFiles();
    }

    @AfterEach
    void takeBothDown() throws Exception {
        first.down(System.out::println);
        second.down(System.out::println);
    }

    private void bringBothUpAtOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<Boolean>> starts = threads.invokeAll(List.of(
                    () -> first.up(TWO_NODES, line -> System.out.println("first: " + line)),
                    () -> second.up(ONE_NODE, line -> System.out.println("second: " + line))));
            for (Future<Boolean> start : starts) {
                assertTrue(start.get(), "started nothing");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private void eachResourceManagerHasItsOwnNodes() throws Exception {
        assertEquals(2, count(get(first, "resourcemanager", "/ws/v1/cluster/nodes"), "\"state\":\"RUNNING\""));
        assertEquals(1, count(get(second, "resourcemanager", "/ws/v1/cluster/nodes"), "\"state\":\"RUNNING\""));
    }

    private void aClusterThatIsUpIsLeftAlone() throws Exception {
        ClusterStatus before = first.status();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);

        int exitCode = new ClusterCommand(stream, stream)
                .run(List.of("up", "--home", first.home().toString()));

        String text = out.toString(StandardCharsets.UTF_8);
        assertEquals(ClusterCommand.OK, exitCode, text);
        assertTrue(text.startsWith("the local cluster in " + first.home() + " is up: " + TWO_NODES + "\n"), text);
        assertEquals(before, first.status());
    }

    private void aRunningClusterKeepsItsSize() {
        LocalClusterException refusal =
                assertThrows(LocalClusterException.class, () -> second.up(TWO_NODES, System.out::println));

        assertTrue(refusal.getMessage().contains("ydl-cluster down first"), refusal.getMessage());
    }

    private void upRepairsOnlyTheDaemonThatDied() throws Exception {
        ClusterStatus before = first.status();
        kill(daemon(before, "nodemanager-2"));
        assertEquals(
                ClusterStatus.State.DEAD,
                daemon(first.status(), "nodemanager-2").state());

        first.up(System.out::println);

        ClusterStatus after = first.status();
        assertTrue(after.isUp(), after.toString());
        assertNotEquals(
                daemon(before, "nodemanager-2").pid(),
                daemon(after, "nodemanager-2").pid());
        for (String untouched : List.of("namenode", "datanode", "resourcemanager", "nodemanager-1")) {
            assertEquals(daemon(before, untouched), daemon(after, untouched));
        }
    }

    private void downEndsContainersThatNobodyWatchesAndTouchesNoOtherCluster() throws Exception {
        String mark = "YDL_SLEEPER=" + directory.resolve("second");
        // One in the container's directory, one that went elsewhere and forgot a part of its environment.
        submitApplication(
                second, "(cd /; exec env -u LOCAL_DIRS %s sleep 600) & exec env %s sleep 600".formatted(mark, mark));
        assertTrue(Wait.until(() -> withVariable(mark).size() == 2, Duration.ofSeconds(30)));
        kill(daemon(second.status(), "resourcemanager"));
        kill(daemon(second.status(), "nodemanager-1"));

        second.down(System.out::println);

        assertEquals(List.of(), withVariable(mark));
        assertEquals(List.of(), processesOf("second"));
        assertFalse(second.status().isUp());
        assertTrue(first.status().isUp());
    }

    private void filesAndAddressesOutlastTheProcesses() throws Exception {
        URI web = first.status().web("namenode").orElseThrow();
        put(web, "/webhdfs/v1/kept?op=MKDIRS&user.name=" + System.getProperty("user.name"));

        first.down(System.out::println);
        assertEquals(List.of(), processesOf("first"));
        first.up(System.out::println);

        assertEquals(web, first.status().web("namenode").orElseThrow());
        assertTrue(get(first, "namenode", "/webhdfs/v1/?op=LISTSTATUS").contains("\"kept\""));
    }

    private void purgeLeavesNeitherProcessesNorFiles() throws Exception {
        first.purge(System.out::println);
        first.down(System.out::println);

        assertEquals(List.of(), processesOf("first"));
        assertFalse(Files.exists(directory.resolve("first")));
    }

    /** All processes that know the cluster's home, by whatever way. */
    private static List<ProcessIdentity> processesOf(String cluster) {
        String home = directory.resolve(cluster).toString();
        return Processes.matching(
                process -> process.environment().stream().anyMatch(variable -> variable.contains(home + "/conf")));
    }

    private static List<ProcessIdentity> withVariable(String variable) {
        return Processes.matching(process -> process.environment().contains(variable));
    }

    private static void kill(DaemonStatus daemon) throws InterruptedException {
        ProcessIdentity process = ProcessIdentity.of(daemon.pid().getAsLong()).orElseThrow();
        process.kill();
        assertTrue(Wait.until(() -> !process.isAlive(), Duration.ofSeconds(10)));
    }

    private static DaemonStatus daemon(ClusterStatus status, String name) {
        return status.daemons().stream()
                .filter(daemon -> daemon.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void submitApplication(LocalCluster cluster, String command) throws Exception {
        URI web = cluster.status().web("resourcemanager").orElseThrow();
        String user = "?user.name=" + System.getProperty("user.name");
        String answer = post(web, "/ws/v1/cluster/apps/new-application" + user, "");
        Matcher id = Pattern.compile("application_\\d+_\\d+").matcher(answer);
        assertTrue(id.find(), answer);
        post(
                web,
                "/ws/v1/cluster/apps" + user,
                """
                {"application-id": "%s", "application-name": "sleeper", "max-app-attempts": 1,
                 "am-container-spec": {"commands": {"command": "%s"}}, "resource": {"memory": 128, "vCores": 1}}
                """
                        .formatted(id.group(), command));
    }

    private static String get(LocalCluster cluster, String daemon, String path) throws Exception {
        URI web = cluster.status().web(daemon).orElseThrow();
        return send(HttpRequest.newBuilder(URI.create(web + path)));
    }

    private static String post(URI web, String path, String body) throws Exception {
        return send(HttpRequest.newBuilder(URI.create(web + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static void put(URI web, String path) throws Exception {
        send(HttpRequest.newBuilder(URI.create(web + path)).PUT(HttpRequest.BodyPublishers.noBody()));
    }

    private static String send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response =
                HTTP.send(request.header("Accept", "application/json").build(), HttpResponse.BodyHandlers.ofString());
        assertTrue(response.statusCode() < 300, response.statusCode() + " " + response.body());
        return response.body();
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }
}
