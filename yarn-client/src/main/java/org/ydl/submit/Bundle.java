package org.ydl.submit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Some files that travel as one archive, named by their content.
 *
 * <p>One archive instead of many jars, because a node fetches a user's private files one after the other.
 */
record Bundle(List<Path> files) implements Content {
    Bundle {
        files = List.copyOf(files);
    }

    @Override
    public String name() {
        return "bundle.zip";
    }

    /** Equal for equal files, whatever the time and place they were made. */
    @Override
    public String sha256(Digests digests) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path file : files) {
            all.append(file.getFileName()).append('\0').append(digests.of(file)).append('\n');
        }
        return Digests.ofText(all.toString());
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.setLevel(Deflater.NO_COMPRESSION); // jars are compressed already
        for (Path file : files) {
            zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
            Files.copy(file, zip);
            zip.closeEntry();
        }
        zip.finish();
    }
}
