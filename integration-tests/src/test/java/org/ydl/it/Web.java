package org.ydl.it;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.ydl.localcluster.LocalCluster;

/** The web interfaces of a cluster's daemons. */
final class Web {
    /** Hadoop's servers stumble over the offer of HTTP/2. */
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Web() {}

    /** Where a daemon of the installation's local cluster answers. */
    static URI of(Installation ydl, String daemon) {
        try {
            return LocalCluster.at(ydl.clusterHome()).status().web(daemon).orElseThrow();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What stands there. */
    static String get(URI page) {
        return send(HttpRequest.newBuilder(page)
                        .header("Accept", "application/json")
                        .build())
                .body();
    }

    static HttpResponse<String> send(HttpRequest request) {
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(request + " failed", e);
        }
    }
}
