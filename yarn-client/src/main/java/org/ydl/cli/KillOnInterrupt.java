package org.ydl.cli;

import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.ydl.client.Applications;
import org.ydl.submit.YdlException;

/**
 * While open, Ctrl-C (or SIGTERM) kills the application before this process ends.
 *
 * <p>The kill runs on a thread of its own while the command's thread still follows the job; closing waits for it.
 */
final class KillOnInterrupt implements AutoCloseable {
    private final Thread hook;
    private volatile boolean interrupted;

    private KillOnInterrupt(ApplicationId id, Applications applications, Screen screen) {
        this.hook = new Thread(() -> kill(id, applications, screen), "kill-on-interrupt");
    }

    static KillOnInterrupt of(ApplicationId id, Applications applications, Screen screen) {
        KillOnInterrupt guard = new KillOnInterrupt(id, applications, screen);
        Runtime.getRuntime().addShutdownHook(guard.hook);
        return guard;
    }

    boolean interrupted() {
        return interrupted;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            awaitKill(); // this process is ending: the kill still needs what the command is about to close
        }
    }

    private void awaitKill() {
        try {
            hook.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void kill(ApplicationId id, Applications applications, Screen screen) {
        interrupted = true;
        screen.endPhases();
        screen.say("ydl: interrupted, killing " + id);
        try {
            applications.kill(id, "interrupted at the client");
            screen.say("ydl: " + id + " was killed");
        } catch (YdlException e) {
            screen.say(e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
