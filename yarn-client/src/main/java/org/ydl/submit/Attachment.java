package org.ydl.submit;

import java.net.URI;
import java.nio.file.Path;

/** What goes along with a job into the working directory of its tasks. */
public sealed interface Attachment {
    /** Its name there. */
    String link();

    /** A file of this machine; an archive if it is to be unpacked. */
    record LocalFile(String link, Path file, boolean unpacked) implements Attachment {
        public LocalFile {
            file = file.toAbsolutePath().normalize();
        }

        @Override
        public String toString() {
            return described(link, file.toString(), unpacked);
        }
    }

    /** A whole directory of this machine. */
    record LocalTree(String link, Path directory) implements Attachment {
        @Override
        public String toString() {
            return described(link, directory + "/", true);
        }
    }

    /** A file on a file system that the nodes can read too. */
    record Remote(String link, URI address, boolean unpacked) implements Attachment {
        @Override
        public String toString() {
            return described(link, address.toString(), unpacked);
        }
    }

    private static String described(String link, String from, boolean unpacked) {
        return link + (unpacked ? "/" : "") + " from " + from;
    }
}
