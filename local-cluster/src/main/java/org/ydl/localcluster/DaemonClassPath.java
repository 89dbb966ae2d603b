package org.ydl.localcluster;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/**
 * Where the daemons' classes are.
 *
 * <p>Immutable. In a distribution it is this module's jar alone, whose manifest names the jars beside it; in a build tree
 * it is that jar and the {@code lib} directory beside it, or the class path of the running JVM.
 */
record DaemonClassPath(List<String> entries) {
    /** Stands for all of Hadoop: where this jar is, the others are. */
    private static final String WITNESS = "hadoop-yarn-server-resourcemanager-";

    DaemonClassPath {
        entries = List.copyOf(entries);
    }

    static DaemonClassPath ofThisProgram() throws IOException {
        return find(ownLocation(), System.getProperty("java.class.path", ""));
    }

    static DaemonClassPath find(Path own, String runningClassPath) throws IOException {
        Optional<Path> directory = Optional.ofNullable(own.getParent());
        if (Files.isRegularFile(own) && directory.isPresent()) {
            if (holdsHadoop(directory.get())) {
                return new DaemonClassPath(List.of(own.toString()));
            }
            Path lib = directory.get().resolve("lib");
            if (holdsHadoop(lib)) {
                return new DaemonClassPath(inOrder(own, lib));
            }
        }
        if (runningClassPath.contains(WITNESS)) {
            return new DaemonClassPath(Arrays.stream(runningClassPath.split(File.pathSeparator))
                    .filter(entry -> !entry.isBlank())
                    .map(entry -> Path.of(entry).toAbsolutePath().toString())
                    .toList());
        }
        throw new LocalClusterException("Cannot find the Hadoop daemons that a local cluster runs."
                + "\n  expected  " + WITNESS + "*.jar beside " + own + ", in lib beside it, or on the class path"
                + "\n  try       run from an unpacked ydl distribution, or name a cluster with HADOOP_CONF_DIR");
    }

    /** The jars in the manifest's order, not as {@code lib/*}: in another order the ResourceManager's REST answers differ. */
    private static List<String> inOrder(Path own, Path lib) throws IOException {
        List<String> entries = new ArrayList<>(List.of(own.toString()));
        try (JarFile jar = new JarFile(own.toFile())) {
            String names = Optional.ofNullable(jar.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .orElse("");
            for (String name : names.split(" ")) {
                entries.add(lib.resolve(name).toString());
            }
        }
        return entries;
    }

    String joined() {
        return String.join(File.pathSeparator, entries);
    }

    private static boolean holdsHadoop(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(directory, WITNESS + "*.jar")) {
            return jars.iterator().hasNext();
        }
    }

    private static Path ownLocation() throws IOException {
        CodeSource source = DaemonClassPath.class.getProtectionDomain().getCodeSource();
        try {
            return Path.of(source.getLocation().toURI()).toRealPath();
        } catch (URISyntaxException e) {
            throw new LocalClusterException("Cannot tell where ydl is installed: " + source.getLocation(), e);
        }
    }
}
