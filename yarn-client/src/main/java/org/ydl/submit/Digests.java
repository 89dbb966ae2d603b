package org.ydl.submit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The SHA-256 of files, remembered from one command to the next: reading some hundred megabytes takes a second.
 *
 * <p>A file whose size, modification time, change time or inode differs is read again. What cannot be remembered is
 * merely read again too. Not for use by several threads; several processes may lose each other's entries.
 */
public final class Digests {
    private static final int BUFFER = 1 << 16;
    private static final int MOST = 2_000;

    private final Path memory;
    private final Map<String, String> known = new LinkedHashMap<>();

    /** @param memory the file that they are remembered in */
    public Digests(Path memory) {
        this.memory = memory;
        try {
            Files.readAllLines(memory).forEach(line -> {
                int space = line.indexOf(' ');
                known.put(line.substring(space + 1), line.substring(0, Math.max(space, 0)));
            });
        } catch (IOException e) {
            known.clear(); // the first time, or not readable: all is read again
        }
    }

    String of(Path file) throws IOException {
        String state = state(file);
        String remembered = known.get(state);
        if (remembered != null) {
            return remembered;
        }
        String digest = read(file);
        known.keySet().removeIf(other -> other.startsWith(file.toAbsolutePath() + "\t"));
        known.put(state, digest);
        return digest;
    }

    /** Writes down what was learned. */
    void remember() {
        try {
            Path part = Files.createTempFile(Files.createDirectories(memory.getParent()), "digests", "");
            Files.writeString(
                    part,
                    known.entrySet().stream()
                            .skip(Math.max(0, known.size() - MOST))
                            .map(entry -> entry.getValue() + " " + entry.getKey() + "\n")
                            .collect(Collectors.joining()));
            Files.move(part, memory, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            known.clear(); // next time all is read again
        }
    }

    private static String state(Path file) throws IOException {
        Map<String, Object> attributes =
                Files.readAttributes(file, "unix:size,lastModifiedTime,ctime,ino", new LinkOption[0]);
        return file.toAbsolutePath() + "\t"
                + attributes.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" "));
    }

    private static String read(Path file) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The digest of a text. */
    static String ofText(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
