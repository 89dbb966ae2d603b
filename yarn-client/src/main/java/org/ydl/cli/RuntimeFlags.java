package org.ydl.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ydl.am.StagedJob;
import org.ydl.api.PortRange;
import org.ydl.request.Artifact;
import org.ydl.submit.Attachment;
import org.ydl.submit.JobRequest.ContainerSettings;
import picocli.CommandLine.Option;

/** What the containers are made of: Python, TensorFlow, Java, an image. */
final class RuntimeFlags {
    /** The directory that a packed Python is unpacked into. */
    static final String PYTHON_LINK = "ydl-python";

    private static final String JAVA_LINK = "ydl-java";

    @Option(
            names = "--python",
            paramLabel = "PATH",
            description = "the nodes' Python (default: python3; on a local cluster one that ydl makes)")
    private String python;

    @Option(
            names = "--python-env",
            paramLabel = "ARCHIVE",
            converter = Artifacts.class,
            description = "a packed Python to send along (ydl-runtime pack makes one), a file or hdfs://…")
    private Artifact pythonEnv;

    @Option(
            names = "--tf-lib",
            paramLabel = "PATH",
            description = "the nodes' libtensorflow_cc.so.2 (default: that of the Python, then ydl's own)")
    private String tfLibrary;

    @Option(names = "--java-home", paramLabel = "PATH", description = "the nodes' Java 17, if their own is older")
    private String javaHome;

    @Option(
            names = "--java-archive",
            paramLabel = "ARCHIVE",
            converter = Artifacts.class,
            description = "a packed Java 17 to send along instead, a file or hdfs://…")
    private Artifact javaArchive;

    @Option(names = "--docker-image", paramLabel = "IMAGE", description = "run all containers in this image")
    private String image;

    @Option(
            names = "--docker-mounts",
            paramLabel = "MOUNT",
            split = ",",
            description = "what the image sees of its node, as /data:/data:ro, comma-separated")
    private List<String> mounts = List.of();

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (python != null && pythonEnv != null) {
            problems.add("--python and --python-env name two Pythons; give one");
        }
        if (javaHome != null && javaArchive != null) {
            problems.add("--java-home and --java-archive name two Javas; give one");
        }
        Optional.ofNullable(pythonEnv).ifPresent(archive -> problems.addAll(archive.archiveProblems("--python-env")));
        Optional.ofNullable(javaArchive)
                .ifPresent(archive -> problems.addAll(archive.archiveProblems("--java-archive")));
        if (image == null && !mounts.isEmpty()) {
            problems.add("--docker-mounts needs --docker-image");
        }
        mounts.stream()
                .filter(mount -> !mount.matches("/[^:]*:/[^:]*:(ro|rw)"))
                .forEach(mount -> problems.add("--docker-mounts " + mount + ": expected as /data:/data:ro or :rw"));
        return problems;
    }

    /** The nodes' Python that the user named, packed or there already. */
    Optional<String> python() {
        return pythonEnv == null ? Optional.ofNullable(python) : Optional.of(PYTHON_LINK + "/bin/python");
    }

    boolean packsPython() {
        return pythonEnv != null;
    }

    Optional<String> tfLibrary() {
        return Optional.ofNullable(tfLibrary);
    }

    List<Attachment> attachments() {
        return Optional.ofNullable(pythonEnv).map(archive -> archive.unpackedAs(PYTHON_LINK)).stream()
                .toList();
    }

    ContainerSettings containers(Optional<PortRange> ports) {
        Map<String, String> environment = new TreeMap<>();
        ports.ifPresent(range -> environment.put(StagedJob.PORT_RANGE, range.toString()));
        if (javaHome != null) {
            environment.put("JAVA_HOME", javaHome);
        }
        if (javaArchive != null) {
            environment.put("YDL_JAVA", JAVA_LINK);
        }
        if (image != null) {
            environment.put("YARN_CONTAINER_RUNTIME_TYPE", "docker");
            environment.put("YARN_CONTAINER_RUNTIME_DOCKER_IMAGE", image);
        }
        if (!mounts.isEmpty()) {
            environment.put("YARN_CONTAINER_RUNTIME_DOCKER_MOUNTS", String.join(",", mounts));
        }
        return new ContainerSettings(
                environment, Optional.ofNullable(javaArchive).map(archive -> archive.unpackedAs(JAVA_LINK)), ports);
    }
}
