package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ContactTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE); // it may overflow
    private final Contact contact = new Contact(clock::get);

    @Test
    void isLostAfterALongSilenceOnly() {
        clock.addAndGet(Contact.LIMIT.toNanos());
        assertFalse(contact.isLost());

        clock.incrementAndGet();
        assertTrue(contact.isLost());
    }

    @Test
    void isThereAgainWithTheNextAnswer() {
        clock.addAndGet(2 * Contact.LIMIT.toNanos());

        contact.answered();

        assertFalse(contact.isLost());
    }
}
