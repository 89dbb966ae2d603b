package org.ydl.runner;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ydl.api.TaskPlace;
import org.ydl.bridge.LibraryNotFoundException;
import org.ydl.bridge.LibraryPlaces;
import org.ydl.bridge.TensorFlowLibrary;
import org.ydl.bridge.TensorFlowServer;

/**
 * The TensorFlow server in this JVM. libtensorflow is found and loaded on a thread of its own while the ClusterSpec is
 * awaited.
 *
 * <p>Nothing here waits without a limit. What outlasts it is left to its thread, a daemon: neither loading nor starting
 * can be called off.
 */
final class TensorFlowBridge implements Server {
    private static final Logger LOG = System.getLogger("bridge");

    /**
     * For libtensorflow to be found and loaded, and again for its server to start. Loading reads some hundred megabytes,
     * maybe from a network file system, after Python was asked where they are; a server starts within seconds.
     */
    static final Duration LIMIT = Duration.ofMinutes(2);

    private final Optional<Path> bundled;
    private final Duration limit;
    private final CompletableFuture<TensorFlowLibrary> library = new CompletableFuture<>();

    /** @param limit for each of the two things that are waited for; {@link #LIMIT} but for a test */
    TensorFlowBridge(Optional<Path> bundled, Duration limit) {
        this.bundled = bundled;
        this.limit = limit;
    }

    @Override
    public void prepare(Plan plan) {
        LibraryPlaces places = new LibraryPlaces(plan.tfLibrary(), plan.python(), plan.environment(), bundled);
        startThread("ydl-load-libtensorflow", () -> load(places));
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
    public Serving start(TaskPlace place) throws ServerFailedException {
        TensorFlowLibrary loaded = await(
                library,
                "libtensorflow to be found and loaded\n  try  a library on a local disk of the nodes: --tf-lib PATH");
        FutureTask<TensorFlowServer> server = new FutureTask<>(() -> TensorFlowServer.start(loaded, place));
        startThread("ydl-tensorflow-server", server);
        String what = "the server of TensorFlow " + loaded.version() + " from " + loaded.path() + " to start";
        return new Serving(await(server, what).target(), loaded.path());
    }

    private <T> T await(Future<T> future, String what) throws ServerFailedException {
        try {
            return future.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new ServerFailedException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new ServerFailedException("waited " + limit.toSeconds() + " s in vain for " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServerFailedException("interrupted while waiting for " + what, e);
        }
    }

    private static void startThread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
