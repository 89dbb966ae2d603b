package org.ydl.am.rpc;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import java.io.IOException;
import java.util.List;
import org.ydl.api.HostPort;

/** What carries gRPC, to this process and from it. Usable from any thread. */
public interface Transport {
    /** Serves these until the server is shut down. */
    Server serve(List<BindableService> services) throws IOException;

    /** Opens the way to a runner's own endpoint. */
    ManagedChannel dial(HostPort runner);
}
