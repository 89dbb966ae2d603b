package org.ydl.runner;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.ydl.api.ClusterSpec;
import org.ydl.api.TaskId;
import org.ydl.bridge.LibraryNotFoundException;
import org.ydl.bridge.LibraryPlaces;
import org.ydl.bridge.TensorFlowException;
import org.ydl.bridge.TensorFlowLibrary;
import org.ydl.bridge.TensorFlowServer;

/**
 * The TensorFlow server in this JVM. libtensorflow is found and loaded on a thread of its own while the ClusterSpec is
 * awaited.
 */
final class TensorFlowBridge implements Server {
    private static final Logger LOG = System.getLogger("bridge");

    private final Optional<Path> bundled;
    private final CompletableFuture<TensorFlowLibrary> library = new CompletableFuture<>();

    TensorFlowBridge(Optional<Path> bundled) {
        this.bundled = bundled;
    }

    @Override
    public void prepare(Plan plan) {
        LibraryPlaces places = new LibraryPlaces(plan.tfLibrary(), plan.python(), plan.environment(), bundled);
        Thread loader = new Thread(() -> load(places), "ydl-load-libtensorflow");
        loader.setDaemon(true);
        loader.start();
    }

    private void load(LibraryPlaces places) {
        try {
            TensorFlowLibrary loaded = TensorFlowLibrary.find(places);
            LOG.log(Level.INFO, "TensorFlow " + loaded.version() + " from " + loaded.path());
            library.complete(loaded);
        } catch (LibraryNotFoundException | RuntimeException | Error e) {
            library.completeExceptionally(e);
        }
    }

    @Override
    public String start(ClusterSpec spec, TaskId task) throws ServerFailedException {
        try {
            return TensorFlowServer.start(library.get(), spec, task).target();
        } catch (ExecutionException e) {
            throw new ServerFailedException(e.getCause().getMessage(), e.getCause());
        } catch (TensorFlowException e) {
            throw new ServerFailedException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailedException("interrupted while libtensorflow was loaded", e);
        }
    }
}
