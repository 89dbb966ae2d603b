package org.ydl.localcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonClassPathTest {
    private static final String HADOOP = "hadoop-yarn-server-resourcemanager-3.4.3.jar";

    @TempDir
    Path directory;

    @Test
    void inADistributionItIsThisJarWhoseManifestNamesTheRest() throws Exception {
        Path own = file("local-cluster.jar");
        file(HADOOP);

        assertEquals(List.of(own.toString()), DaemonClassPath.find(own, "").entries());
    }

    @Test
    void inABuildTreeItIsThisJarAndTheLibrariesInTheManifestsOrder() throws Exception {
        Path own = jar("local-cluster.jar", "z.jar " + HADOOP + " a.jar");
        file("lib/" + HADOOP);

        Path lib = directory.resolve("lib");
        assertEquals(
                List.of(own + "", lib + "/z.jar", lib + "/" + HADOOP, lib + "/a.jar"),
                DaemonClassPath.find(own, "").entries());
    }

    @Test
    void fromAClassesDirectoryItIsTheRunningClassPath() throws Exception {
        Path classes = Files.createDirectory(directory.resolve("classes"));
        String running = classes + ":/repository/" + HADOOP;

        assertEquals(running, DaemonClassPath.find(classes, running).joined());
    }

    @Test
    void withoutHadoopTheMessageSaysWhereItWasLookedFor() throws Exception {
        Path own = file("local-cluster.jar");

        LocalClusterException refusal =
                assertThrows(LocalClusterException.class, () -> DaemonClassPath.find(own, "/a.jar:/b.jar"));

        assertTrue(refusal.getMessage().contains("beside " + own), refusal.getMessage());
    }

    private Path jar(String name, String classPath) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        Path jar = directory.resolve(name);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    private Path file(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }
}
