package org.ydl.it;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ydl.localcluster.LocalCluster;

/** HDFS as its web interface shows it: a look from outside at what ydl left there. */
record NameNode(URI web) {
    private static final Pattern NAME = Pattern.compile("\"pathSuffix\":\"([^\"]+)\"");
    private static final int NOT_FOUND = 404;

    static NameNode of(Installation ydl) {
        try {
            return new NameNode(
                    LocalCluster.at(ydl.clusterHome()).status().web("namenode").orElseThrow());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The names in a directory; none if it does not exist. */
    List<String> list(String path) {
        HttpRequest request = HttpRequest.newBuilder(web.resolve(
                        "/webhdfs/v1" + path + "?op=LISTSTATUS&user.name=" + System.getProperty("user.name")))
                .build();
        try {
            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() == NOT_FOUND) {
                return List.of();
            }
            if (response.statusCode() != 200) {
                throw new IOException(request.uri() + " answered " + response.statusCode() + ": " + response.body());
            }
            List<String> names = new ArrayList<>();
            Matcher matcher = NAME.matcher(response.body());
            while (matcher.find()) {
                names.add(matcher.group(1));
            }
            return names;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
