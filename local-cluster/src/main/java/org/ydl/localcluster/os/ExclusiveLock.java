package org.ydl.localcluster.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets only one thread of one process on this machine do a thing at a time, by a lock on a file.
 *
 * <p>Any thread; not reentrant. The lock ends with the action, and with the process however it ends. The action may
 * delete the file: those who wait notice and lock its successor.
 */
public final class ExclusiveLock {
    /** A file lock belongs to the whole process: threads of this one are kept apart by these. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final Path file;

    public ExclusiveLock(Path file) {
        this.file = file.toAbsolutePath().normalize();
    }

    /** What is done under the lock. */
    public interface Action<T> {
        T run() throws IOException, InterruptedException;
    }

    /**
     * Waits until the lock is free, then does the action.
     *
     * @param whenBusy run once if another process or thread holds the lock
     */
    public <T> T whileHeld(Runnable whenBusy, Action<T> action) throws IOException, InterruptedException {
        ReentrantLock threads = THREADS.computeIfAbsent(file, unused -> new ReentrantLock());
        boolean announced = !threads.tryLock();
        if (announced) {
            whenBusy.run();
            threads.lockInterruptibly();
        }
        try {
            FileChannel held = lockFile(announced ? () -> {} : whenBusy);
            try {
                return action.run();
            } finally {
                held.close();
            }
        } finally {
            threads.unlock();
        }
    }

    private FileChannel lockFile(Runnable whenBusy) throws IOException {
        while (true) {
            Files.createDirectories(file.getParent());
            Optional<Object> before = key();
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    whenBusy.run();
                    channel.lock();
                }
                // Else the file was created just now, or deleted by the former holder: lock the one that is there now.
                if (before.isPresent() && before.equals(key())) {
                    return channel;
                }
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
            channel.close();
        }
    }

    private Optional<Object> key() throws IOException {
        try {
            return Optional.ofNullable(
                    Files.readAttributes(file, BasicFileAttributes.class).fileKey());
        } catch (NoSuchFileException deleted) {
            return Optional.empty();
        }
    }
}
