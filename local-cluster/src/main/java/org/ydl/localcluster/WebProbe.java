package org.ydl.localcluster;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the daemons over HTTP how they are.
 *
 * <p>Any thread. A daemon that does not answer, or answers something else, is not ready; that is no error.
 */
final class WebProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(3);
    /** One node of the ResourceManager's list: no braces within, so that a match stays inside one node. */
    private static final Pattern NODE = Pattern.compile("\"id\":\"[^\"]+:(\\d+)\"[^}]*?\"lastHealthUpdate\":(\\d+)");

    private static final Pattern APPLICATION =
            Pattern.compile("\"id\":\"(application_\\d+_\\d+)\",\"user\":\"([^\"]+)\"");

    private final HttpClient http = HttpClient.newBuilder()
            // The DataNode answers 400 to an offer of HTTP/2.
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .connectTimeout(PATIENCE)
            .build();

    /** What the NameNode says of itself, if it is the one with this directory; empty if it does not answer. */
    NameNodeAnswer nameNode(ClusterPlan plan, ClusterHome home) throws InterruptedException {
        String body = get(plan, Daemon.NAMENODE, "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo");
        // Another cluster's NameNode may have taken the port in the meantime.
        boolean ours = body.contains(home.nameDir().toString());
        boolean outOfSafeMode = body.matches("(?s).*\"Safemode\"\\s*:\\s*\"\".*");
        boolean dataNodeIsLive =
                body.matches("(?s).*\"LiveNodes\"\\s*:[^\\n]*" + plan.address(Daemon.DATANODE, "data") + "\\D.*");
        return new NameNodeAnswer(ours && outOfSafeMode, ours && dataNodeIsLive);
    }

    /** Whether the NameNode takes writes, and whether it hears the DataNode. */
    record NameNodeAnswer(boolean ready, boolean dataNodeIsLive) {}

    /** Whether the DataNode itself holds that it is connected. */
    boolean dataNodeIsConnected(ClusterPlan plan) throws InterruptedException {
        return get(plan, Daemon.DATANODE, "/jmx?qry=Hadoop:service=DataNode,name=DataNodeInfo")
                .matches("(?s).*ActorState\\W+RUNNING.*");
    }

    boolean resourceManagerIsActive(ClusterPlan plan) throws InterruptedException {
        String body = get(plan, Daemon.RESOURCEMANAGER, "/ws/v1/cluster/info");
        return body.contains("\"state\":\"STARTED\"") && body.contains("\"haState\":\"ACTIVE\"");
    }

    /** The RUNNING nodes by RPC port, with the time of their last health report in milliseconds. */
    Map<Integer, Long> runningNodes(ClusterPlan plan) throws InterruptedException {
        return parseNodes(get(plan, Daemon.RESOURCEMANAGER, "/ws/v1/cluster/nodes?states=RUNNING"));
    }

    static Map<Integer, Long> parseNodes(String body) {
        Map<Integer, Long> nodes = new HashMap<>();
        Matcher matcher = NODE.matcher(body);
        while (matcher.find()) {
            nodes.put(Integer.parseInt(matcher.group(1)), Long.parseLong(matcher.group(2)));
        }
        return nodes;
    }

    /** The applications that have not ended, each with its user. */
    Map<String, String> activeApplications(ClusterPlan plan) throws InterruptedException {
        String states = "NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING";
        Map<String, String> applications = new TreeMap<>();
        Matcher matcher = APPLICATION.matcher(
                get(plan, Daemon.RESOURCEMANAGER, "/ws/v1/cluster/apps?deSelects=resourceRequests&states=" + states));
        while (matcher.find()) {
            applications.put(matcher.group(1), matcher.group(2));
        }
        return applications;
    }

    /** Asks the ResourceManager to end this application; it does so in its own time. */
    void killApplication(ClusterPlan plan, String application, String user) throws InterruptedException {
        String path = "/ws/v1/cluster/apps/" + application + "/state?user.name="
                + URLEncoder.encode(user, StandardCharsets.UTF_8);
        answer(request(plan, Daemon.RESOURCEMANAGER, path)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"KILLED\"}"))
                .build());
    }

    private String get(ClusterPlan plan, Daemon daemon, String path) throws InterruptedException {
        return answer(request(plan, daemon, path).build());
    }

    private static HttpRequest.Builder request(ClusterPlan plan, Daemon daemon, String path) {
        return HttpRequest.newBuilder(URI.create("http://" + plan.address(daemon, "web") + path))
                .header("Accept", "application/json")
                .timeout(PATIENCE);
    }

    private String answer(HttpRequest request) throws InterruptedException {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 ? response.body() : "";
        } catch (IOException notReady) {
            return "";
        }
    }
}
