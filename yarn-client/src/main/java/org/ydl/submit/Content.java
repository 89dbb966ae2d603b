package org.ydl.submit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Something that is uploaded once and known by its content from then on. */
interface Content {
    /** The file's name on the cluster: its suffix tells nodes how to unpack it. */
    String name();

    /** Equal for equal contents. */
    String sha256(Digests digests) throws IOException;

    void writeTo(OutputStream out) throws IOException;

    /** A file as it is. */
    record OneFile(Path file) implements Content {
        @Override
        public String name() {
            return file.getFileName().toString();
        }

        @Override
        public String sha256(Digests digests) throws IOException {
            return digests.of(file);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            Files.copy(file, out);
        }
    }
}
