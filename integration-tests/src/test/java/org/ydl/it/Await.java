package org.ydl.it;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.ydl.localcluster.os.Wait;

/** Bounded waits for what nobody announces. */
final class Await {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Await() {}

    /** @param what for the message, should it not come true */
    static void that(String what, BooleanSupplier holds) {
        that(what, PATIENCE, holds);
    }

    static void that(String what, Duration patience, BooleanSupplier holds) {
        that(() -> what, patience, holds);
    }

    /** @param what asked for when it has not come true */
    static void that(Supplier<String> what, Duration patience, BooleanSupplier holds) {
        try {
            if (!Wait.until(holds::getAsBoolean, patience)) {
                throw new AssertionError("not so after " + patience.toSeconds() + " s: " + what.get());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until there is one. */
    static <T> T some(String what, Supplier<Optional<T>> source) {
        var found = new Object() {
            Optional<T> value = Optional.empty();
        };
        that(what, () -> {
            found.value = source.get();
            return found.value.isPresent();
        });
        return found.value.orElseThrow();
    }
}
