package org.ydl.localcluster.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExclusiveLockTest {
    private static final Runnable SILENT = () -> {};

    @TempDir
    Path directory;

    @Test
    void theSecondWaitsUntilTheFirstIsDone() throws Exception {
        ExclusiveLock lock = new ExclusiveLock(directory.resolve("lock"));
        CountDownLatch secondWaits = new CountDownLatch(1);
        List<String> order = new CopyOnWriteArrayList<>();

        CompletableFuture<Boolean> second = lock.whileHeld(SILENT, () -> {
            CompletableFuture<Boolean> other = inThread(lock, secondWaits::countDown, () -> order.add("second"));
            assertTrue(secondWaits.await(10, TimeUnit.SECONDS));
            order.add("first");
            return other;
        });

        assertTrue(second.get(10, TimeUnit.SECONDS));
        assertEquals(List.of("first", "second"), order);
    }

    @Test
    void theHolderMayDeleteTheFile() throws Exception {
        Path file = directory.resolve("home/lock");
        ExclusiveLock lock = new ExclusiveLock(file);

        lock.whileHeld(SILENT, () -> {
            Files.delete(file);
            Files.delete(file.getParent());
            return file;
        });

        assertEquals("again", lock.whileHeld(SILENT, () -> "again"));
        assertTrue(Files.exists(file));
    }

    private static CompletableFuture<Boolean> inThread(
            ExclusiveLock lock, Runnable whenBusy, ExclusiveLock.Action<Boolean> action) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return lock.whileHeld(whenBusy, action);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
