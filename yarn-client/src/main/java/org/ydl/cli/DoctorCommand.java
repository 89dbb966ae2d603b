package org.ydl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ydl.api.ExitCode;
import org.ydl.localcluster.LocalCluster;
import org.ydl.localcluster.python.PythonRuntime;
import org.ydl.submit.Distribution;
import org.ydl.submit.HadoopSite;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ydl-tf doctor}: looks at everything a job needs, and says what to mend. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        header = "Checks what a job needs, and says what to mend.",
        customSynopsis = "ydl-tf doctor [--queue QUEUE] [--python PATH]",
        footer = {
            "",
            "It starts and changes nothing. The exit code is 0 if nothing FAILs.",
            "",
            "Examples:",
            "  ydl-tf doctor",
            "  ydl-tf doctor --conf-dir /etc/hadoop/conf --queue research"
        })
final class DoctorCommand implements Ydl.Action {
    private static final String JAVA = "Java";
    private static final String CONFIGURATION = "configuration";
    private static final String DEFAULT_PYTHON = "python3";

    @Option(names = "--queue", paramLabel = "QUEUE", description = "YARN queue (default: default)")
    private String queue = "default";

    @Option(names = "--python", paramLabel = "PATH", description = "the Python of your jobs, if it is on this machine")
    private String python;

    @Mixin
    private HadoopFlags hadoop;

    /** None: a wrong configuration is a finding. */
    @Override
    public List<String> problems() {
        return List.of();
    }

    @Override
    public ExitCode run(Screen screen) throws IOException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.ok(JAVA, Runtime.version() + " (" + System.getProperty("java.home") + ")"));
        Optional<HadoopSite> configured = hadoop.site();
        findings.add(configured.isPresent() ? configuration(configured.get()) : localCluster());
        findings.forEach(finding -> screen.result(finding.line()));

        List<Finding> later = new ArrayList<>();
        if (findings.stream().allMatch(Finding::good)) {
            later.addAll(new ClusterCheck(configured.orElse(localSite()), queue).findings());
        }
        later.addAll(python(configured.isEmpty()));
        later.forEach(finding -> screen.result(finding.line()));
        findings.addAll(later);
        return findings.stream()
                .flatMap(finding -> finding.failure().stream())
                .findFirst()
                .orElse(ExitCode.SUCCEEDED);
    }

    private Finding configuration(HadoopSite site) throws IOException {
        if (!hadoop.problems().isEmpty()) {
            return Finding.fail(
                    ExitCode.NOT_PREPARED, CONFIGURATION, hadoop.problems().get(0));
        }
        try (Stream<Path> files = Files.list(site.confDir())) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("-site.xml"))
                    .sorted()
                    .toList();
            String found = site.confDir() + " with " + String.join(", ", names);
            return names.contains("core-site.xml")
                    ? Finding.ok(CONFIGURATION, found)
                    : Finding.fail(
                            ExitCode.NOT_PREPARED,
                            CONFIGURATION,
                            found + ": core-site.xml, which names the file system, is missing");
        }
    }

    private static Finding localCluster() throws IOException, InterruptedException {
        LocalCluster cluster = LocalCluster.at(LocalCluster.standardHome());
        return cluster.status().isUp()
                ? Finding.ok(CONFIGURATION, "none: jobs use the local cluster, which is up in " + cluster.home())
                : Finding.warn(
                        CONFIGURATION,
                        "none, and the local cluster in " + cluster.home()
                                + " is not up: a job starts it, and so does ydl-cluster up");
    }

    private static HadoopSite localSite() throws IOException {
        return new HadoopSite(LocalCluster.at(LocalCluster.standardHome()).confDir(), true);
    }

    private List<Finding> python(boolean local) throws IOException, InterruptedException {
        Optional<Path> bundled = Distribution.running().nativeLibrary();
        if (python != null || !local) {
            return new PythonCheck(python == null ? DEFAULT_PYTHON : python, python != null, bundled).findings();
        }
        Optional<Path> runtime = PythonRuntime.in(PythonRuntime.standardParent(), System.getenv())
                .existing();
        return runtime.isPresent()
                ? new PythonCheck(runtime.get().toString(), true, bundled).findings()
                : List.of(Finding.warn(
                        "Python",
                        "the one with TensorFlow is not there yet: the first job makes it in "
                                + PythonRuntime.standardParent() + " (some minutes, 1.4 GB)"));
    }
}
