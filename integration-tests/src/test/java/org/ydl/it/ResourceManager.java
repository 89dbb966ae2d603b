package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** YARN by its web interface: what an operator does without ydl. */
record ResourceManager(URI web) {
    private static final int ACCEPTED = 202;

    static ResourceManager of(Installation ydl) {
        return new ResourceManager(Web.of(ydl, "resourcemanager"));
    }

    /** Kills an application and returns when YARN says that it is killed. */
    void kill(String applicationId) {
        URI state = web.resolve(
                "/ws/v1/cluster/apps/" + applicationId + "/state?user.name=" + System.getProperty("user.name"));
        HttpRequest kill = HttpRequest.newBuilder(state)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"state\":\"KILLED\"}"))
                .build();
        HttpResponse<String> answer = Web.send(kill);
        assertEquals(ACCEPTED, answer.statusCode(), answer::body);
        do {
            answer = Web.send(HttpRequest.newBuilder(state).build());
        } while (!answer.body().contains("KILLED"));
    }
}
