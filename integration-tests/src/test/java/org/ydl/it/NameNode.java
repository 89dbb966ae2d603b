package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Pattern;

/** HDFS by its web interface: a look from outside at what ydl left there. */
record NameNode(URI web) {
    private static final Pattern NAME = Pattern.compile("\"pathSuffix\":\"([^\"]+)\"");
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    static NameNode of(Installation ydl) {
        return new NameNode(Web.of(ydl, "namenode"));
    }

    /** The names in a directory; none if it does not exist. */
    List<String> list(String path) {
        HttpResponse<String> answer = Web.send(HttpRequest.newBuilder(web.resolve(
                        "/webhdfs/v1" + path + "?op=LISTSTATUS&user.name=" + System.getProperty("user.name")))
                .build());
        if (answer.statusCode() == NOT_FOUND) {
            return List.of();
        }
        assertEquals(OK, answer.statusCode(), answer::body);
        return NAME.matcher(answer.body())
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
