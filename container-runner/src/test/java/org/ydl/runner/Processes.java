package org.ydl.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Looks at processes of this machine. */
final class Processes {
    /**
     * Shell commands that start a process which prints "hidden" and its id, and wait until it has. It is forked twice and
     * in a session of its own: no signal to the group, and no walk along parents, finds it.
     */
    static final String STARTS_HIDDEN = "f=$(mktemp -u); mkfifo $f; "
            + "(setsid sh -c 'echo hidden $$; echo up >$0; exec sleep 600' $f &); read up <$f; rm $f; ";

    private Processes() {}

    /** Waits until a process is gone, or dead and only waits to be reaped by whoever adopted it. */
    static void awaitGone(long pid) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (isAlive(pid)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("process " + pid + " still lives");
            }
            TimeUnit.MILLISECONDS.sleep(5); // between two looks at a condition
        }
    }

    static boolean isAlive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }
}
