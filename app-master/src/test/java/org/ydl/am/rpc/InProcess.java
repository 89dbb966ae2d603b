package org.ydl.am.rpc;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.util.List;
import org.ydl.api.HostPort;

/** gRPC within this JVM: the application master by a name of its own, each {@link TestControl} by its address. */
record InProcess(String name) implements Transport {
    InProcess() {
        this(InProcessServerBuilder.generateName());
    }

    @Override
    public Server serve(List<BindableService> services) throws IOException {
        return InProcessServerBuilder.forName(name)
                .addServices(services.stream().map(BindableService::bindService).toList())
                .build()
                .start();
    }

    @Override
    public ManagedChannel dial(HostPort runner) {
        return InProcessChannelBuilder.forName(runner.toString()).build();
    }

    ManagedChannel dialMaster() {
        return InProcessChannelBuilder.forName(name).build();
    }
}
