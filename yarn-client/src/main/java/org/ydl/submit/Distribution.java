package org.ydl.submit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * The installed ydl: one directory of jars, in which each program's manifest names the others it needs.
 *
 * @param lib the directory of jars
 */
public record Distribution(Path lib) {
    /** The one that this class was loaded from. */
    public static Distribution running() {
        try {
            Path jar = Path.of(Distribution.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return new Distribution(jar.toAbsolutePath().getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the place of ydl's own jar is not a path", e);
        }
    }

    /** A program's jar and all that its manifest names. */
    public List<Path> program(String name) {
        Path main = find(name + "-*.jar")
                .orElseThrow(() -> new IllegalStateException(
                        lib + " holds no " + name + "-*.jar; is this a whole distribution? Build one: mvn package"));
        List<Path> jars = new ArrayList<>(List.of(main));
        try (JarFile jar = new JarFile(main.toFile())) {
            String classPath = jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (String entry : classPath.split(" ")) {
                jars.add(lib.resolve(entry));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jars;
    }

    /** The bundled libtensorflow, a jar to be unpacked. */
    public Optional<Path> nativeLibrary() {
        return find("native/tensorflow-core-native-*.jar");
    }

    /** The scripts that containers start with: one that leaves nothing behind, one that finds Java. */
    public List<Path> scripts() {
        return List.of(lib.resolve("ydl-run.sh"), lib.resolve("ydl-java.sh"));
    }

    private Optional<Path> find(String glob) {
        Path pattern = Path.of(glob);
        Path dir = pattern.getParent() == null ? lib : lib.resolve(pattern.getParent());
        if (!Files.isDirectory(dir)) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> found =
                Files.newDirectoryStream(dir, pattern.getFileName().toString())) {
            for (Path path : found) {
                return Optional.of(path);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
