package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Someone who uses YARN by its web interface, without ydl. */
record Operator(URI web) {
    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final Pattern STATE = Pattern.compile("\"state\":\"(\\w+)\"");
    private static final Pattern APPLICATION = Pattern.compile("application_\\d+_\\d+");

    static Operator of(Installation ydl) {
        return new Operator(Web.of(ydl, "resourcemanager"));
    }

    /** Submits an application that is none of ydl's, and never starts: its master is left to the one who submits it. */
    String submitForeign(String name, String type) {
        String user = "?user.name=" + System.getProperty("user.name");
        HttpResponse<String> created = Web.send(post("/ws/v1/cluster/apps/new-application" + user, ""));
        Matcher id = APPLICATION.matcher(created.body());
        assertTrue(id.find(), created::body);
        HttpResponse<String> submitted = Web.send(post(
                "/ws/v1/cluster/apps" + user,
                """
                {
                  "application-id": "%s",
                  "application-name": "%s",
                  "application-type": "%s",
                  "unmanaged-AM": true,
                  "max-app-attempts": 1,
                  "resource": {"memory": 128, "vCores": 1},
                  "am-container-spec": {"commands": {"command": "true"}}
                }
                """
                        .formatted(id.group(), name, type)));
        assertEquals(ACCEPTED, submitted.statusCode(), submitted::body);
        return id.group();
    }

    private HttpRequest post(String path, String body) {
        return HttpRequest.newBuilder(web.resolve(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    /** Kills an application and returns when YARN says that it is killed. */
    void kill(String applicationId) {
        HttpRequest kill = HttpRequest.newBuilder(stateOf(applicationId))
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"KILLED\"}"))
                .build();
        HttpResponse<String> answer = Web.send(kill);
        // OK for an application whose master is not YARN's to end.
        assertTrue(answer.statusCode() == ACCEPTED || answer.statusCode() == OK, answer::body);
        Await.that(applicationId + " is killed", () -> state(applicationId).equals("KILLED"));
    }

    /** In YARN's word, such as {@code RUNNING}. */
    String state(String applicationId) {
        HttpResponse<String> answer =
                Web.send(HttpRequest.newBuilder(stateOf(applicationId)).build());
        Matcher state = STATE.matcher(answer.body());
        assertTrue(state.find(), answer::body);
        return state.group(1);
    }

    private URI stateOf(String applicationId) {
        return web.resolve(
                "/ws/v1/cluster/apps/" + applicationId + "/state?user.name=" + System.getProperty("user.name"));
    }
}
