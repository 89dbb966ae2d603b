package org.ydl.runner;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ResourceBundle;

/**
 * Makes {@link System.Logger} write lines to stderr, the container's log: {@code 2026-01-31 12:00:00.123 INFO task:
 * words}. Unlike the logging of the JDK it works until the very end, shutdown hooks included, and loads little.
 *
 * <p>Found by the JDK as a service. Usable from any thread; a line is written at once.
 */
public final class StderrLoggerFinder extends System.LoggerFinder {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    @Override
    public System.Logger getLogger(String name, Module module) {
        return new StderrLogger(name);
    }

    private record StderrLogger(String name) implements System.Logger {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.getSeverity() >= Level.INFO.getSeverity();
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
            if (isLoggable(level)) {
                System.err.println(TIME.format(LocalDateTime.now()) + " " + level + " " + name + ": " + message);
                if (thrown != null) {
                    thrown.printStackTrace();
                }
            }
        }

        @Override
        public void log(Level level, ResourceBundle bundle, String format, Object... parameters) {
            log(
                    level,
                    bundle,
                    parameters == null ? format : java.text.MessageFormat.format(format, parameters),
                    (Throwable) null);
        }
    }
}
