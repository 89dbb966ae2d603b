package org.ydl.localcluster.python;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * The packages of the environment, each with its exact version.
 *
 * <p>Immutable. The text is a requirements file as pip reads it.
 */
record LockedPackages(String text) {
    private static final String RESOURCE = "requirements.lock";
    private static final String TENSORFLOW = "tensorflow-cpu==";

    static LockedPackages standard() {
        try (InputStream stream = LockedPackages.class.getResourceAsStream(RESOURCE)) {
            return new LockedPackages(
                    new String(Objects.requireNonNull(stream, RESOURCE).readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read " + RESOURCE + " from the ydl jar; reinstall ydl.", e);
        }
    }

    String tensorFlowVersion() {
        return text.lines()
                .filter(line -> line.startsWith(TENSORFLOW))
                .map(line -> line.substring(TENSORFLOW.length()).trim())
                .findFirst()
                .orElseThrow();
    }

    int count() {
        return packages().size();
    }

    /** Whether every package that all Pythons need is installed in this version below {@code sitePackages}. */
    boolean areIn(Path sitePackages) throws IOException {
        Set<String> installed = new HashSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(sitePackages, "*.dist-info")) {
            for (Path entry : entries) {
                installed.add(normalized(entry.getFileName().toString().replace(".dist-info", "")));
            }
        }
        return packages().stream()
                .filter(line -> !line.contains(";"))
                .allMatch(line -> installed.contains(normalized(line.replace("==", "-"))));
    }

    private List<String> packages() {
        return text.lines()
                .map(String::trim)
                .filter(line -> line.contains("=="))
                .toList();
    }

    private static String normalized(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[-_.]+", "-");
    }
}
