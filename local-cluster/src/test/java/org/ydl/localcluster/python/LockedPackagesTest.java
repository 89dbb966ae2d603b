package org.ydl.localcluster.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedPackagesTest {
    @TempDir
    Path directory;

    @Test
    void everyPackageHasOneExactVersionAndNoPlaceToGetItFrom() {
        LockedPackages.standard()
                .text()
                .lines()
                .forEach(line ->
                        assertTrue(line.matches("[a-z0-9-]+==[0-9][0-9.]*( ; python_version < \"3\\.10\")?"), line));
    }

    @Test
    void pythonGetsTheTensorFlowThatYdlBringsAlong() {
        assertEquals(
                System.getProperty("tensorflow.version"),
                LockedPackages.standard().tensorFlowVersion(),
                "tensorflow-cpu in requirements.lock and tensorflow.version in the parent pom must be the same");
    }

    @Test
    void anEnvironmentIsWholeWhenEveryPackageIsInstalledInItsVersion() throws Exception {
        LockedPackages packages = new LockedPackages("ml-dtypes==0.4.1\nzipp==3.23.1 ; python_version < \"3.10\"\n");
        Path info = Files.createDirectory(directory.resolve("ml_dtypes-0.4.1.dist-info"));

        assertTrue(packages.areIn(directory));

        Files.move(info, directory.resolve("ml_dtypes-0.5.0.dist-info"));
        assertFalse(packages.areIn(directory));
    }

    @Test
    void anEnvironmentWithoutItsMarkerDoesNotExist() throws Exception {
        PythonRuntime runtime = PythonRuntime.in(directory, Map.of());
        Files.createDirectories(
                directory.resolve(LockedPackages.standard().tensorFlowVersion()).resolve("bin"));

        assertTrue(runtime.existing().isEmpty());
    }

    @Test
    void progressCountsPackagesAndTellsLargeDownloads() {
        List<String> lines = new ArrayList<>();
        PipInstall install =
                new PipInstall(Path.of("python"), new LockedPackages("a==1\ntensorflow-cpu==2.18.0\n"), lines::add);

        install.report("Collecting tensorflow-cpu==2.18.0 (from -r requirements.lock (line 31))");
        install.report("  Downloading tensorflow_cpu-2.18.0-cp311-cp311-manylinux.whl (230.2 MB)");
        install.report("  Downloading six-1.17.0-py2.py3-none-any.whl (11 kB)");

        assertEquals(List.of("collecting tensorflow-cpu 2.18.0 (1 of 2, 0 s)", "  downloading 230.2 MB"), lines);
    }

    @Test
    void progressDoesNotCountPackagesOfOtherPythons() {
        List<String> lines = new ArrayList<>();
        LockedPackages packages = new LockedPackages("six==1.17.0\nzipp==3.23.1 ; python_version < \"3.10\"\n");
        PipInstall install = new PipInstall(Path.of("python"), packages, lines::add);

        install.report("Ignoring zipp: markers 'python_version < \"3.10\"' don't match your environment");
        install.report("Collecting six==1.17.0 (from -r requirements.lock (line 1))");

        assertEquals(List.of("collecting six 1.17.0 (1 of 1, 0 s)"), lines);
    }

    @Test
    void aNetworkFailureIsAnsweredWithWhatToSet() {
        Captured pip = new Captured(
                1, List.of("WARNING: Retrying ... NewConnectionError(...)", "ERROR: No matching distribution found"));

        assertTrue(PipInstall.remedy(pip).contains("HTTPS_PROXY"), PipInstall.remedy(pip));
    }
}
