package org.ydl.submit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Some files that travel as one archive, named by their content.
 *
 * <p>One archive instead of many jars, because a node fetches a user's private files one after the other.
 */
record Bundle(List<Path> files) {
    private static final int BUFFER = 1 << 16;

    Bundle {
        files = List.copyOf(files);
    }

    /** Equal for equal files, whatever the time and place they were made. */
    String sha256() throws IOException {
        MessageDigest digest = newDigest();
        byte[] buffer = new byte[BUFFER];
        for (Path file : files) {
            digest.update((file.getFileName() + "\0" + Files.size(file) + "\0").getBytes(StandardCharsets.UTF_8));
            try (InputStream in = Files.newInputStream(file)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    digest.update(buffer, 0, read);
                }
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    void writeZip(OutputStream out) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(out);
        zip.setLevel(Deflater.NO_COMPRESSION); // jars are compressed already
        for (Path file : files) {
            zip.putNextEntry(new ZipEntry(file.getFileName().toString()));
            Files.copy(file, zip);
            zip.closeEntry();
        }
        zip.finish();
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
