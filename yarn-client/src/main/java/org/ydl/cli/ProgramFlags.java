package org.ydl.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ydl.api.Role;
import org.ydl.request.Artifact;
import org.ydl.request.ClientCount;
import org.ydl.request.DeployMode;
import org.ydl.request.JobShape;
import org.ydl.request.Pass;
import org.ydl.request.RunOn;
import org.ydl.request.ServerChoice;
import org.ydl.request.Success;
import org.ydl.request.UserProgram;
import org.ydl.submit.Attachment;
import org.ydl.submit.Submitter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a job runs, where, and what it is told. */
final class ProgramFlags {
    @Option(
            names = {"--job"},
            paramLabel = "FILE",
            description = "a Python script, jar or executable; without it, what follows -- is a command")
    private Path job;

    @Option(
            names = "--files",
            paramLabel = "FILE",
            split = ",",
            converter = Artifacts.class,
            description = "files for each task's working directory, comma-separated; FILE#NAME renames one")
    private List<Artifact> files = List.of();

    @Option(
            names = "--archives",
            paramLabel = "ARCHIVE",
            split = ",",
            converter = Artifacts.class,
            description = "the same, unpacked into a directory of that name")
    private List<Artifact> archives = List.of();

    @Option(names = "--src", paramLabel = "DIR", description = "a directory to be the working tree of every task")
    private Path source;

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "a variable for the job's processes; may be given several times")
    private Map<String, String> environment = Map.of();

    @Option(
            names = "--deploy-mode",
            paramLabel = "MODE",
            description = "cluster: in the containers; client: here, the containers only serve (default: cluster)")
    private DeployMode mode = DeployMode.CLUSTER;

    @Option(
            names = "--clients",
            paramLabel = "WHICH",
            description = "in client mode, one process, or all: one for each worker (default: one)")
    private ClientCount clients;

    @Option(
            names = "--server",
            paramLabel = "OWNER",
            description = "who makes the TensorFlow servers: bridge (ydl), script or auto (default: auto)")
    private ServerChoice server = ServerChoice.AUTO;

    @Option(
            names = "--run-on",
            paramLabel = "ROLES",
            description = "what runs the program: chief, workers, all or auto (default: auto)")
    private RunOn runOn = RunOn.AUTO;

    @Option(
            names = "--pass",
            paramLabel = "FLAGS",
            description = "flags to add: toy (--ps --wk), hosts (--ps_hosts …), none or auto (default: auto)")
    private Pass pass = Pass.AUTO;

    @Option(
            names = "--success",
            paramLabel = "OF",
            description = "when the job is done: all trainers are, or the chief (default: all, if all of them end)")
    private Success success = Success.AUTO;

    @Option(names = "--sparse", description = "let a worker see only itself, the chief and the ps of the cluster")
    private boolean sparse;

    @Option(names = "--jar", hidden = true, description = "accepted for compatibility; ydl ships its own jars")
    private Path jar;

    @Parameters(hidden = true, description = "arguments of the job, after --", arity = "0..*")
    private List<String> words = List.of();

    /** Everything that is wrong with them. */
    List<String> problems(Map<Role, Integer> counts) {
        List<String> problems = new ArrayList<>(program().problems());
        problems.addAll(JobShape.problems(wishes(counts)));
        files.forEach(file -> problems.addAll(file.fileProblems("--files")));
        archives.forEach(archive -> problems.addAll(archive.archiveProblems("--archives")));
        if (clients != null && mode == DeployMode.CLUSTER) {
            problems.add("--clients has no meaning without --deploy-mode client");
        }
        problems.addAll(nameProblems());
        return problems;
    }

    /** All that goes along lies side by side in a task's working directory. */
    private List<String> nameProblems() {
        List<String> problems = new ArrayList<>();
        Map<String, Attachment> taken = new TreeMap<>();
        for (Attachment attachment : attachments()) {
            Attachment other = taken.putIfAbsent(attachment.link(), attachment);
            if (other != null) {
                problems.add(attachment + " and " + other + " would have the same name in a task's working directory");
            }
            if (Submitter.isReserved(attachment.link())) {
                problems.add("'" + attachment.link() + "' is ydl's own in a task's working directory; rename it");
            }
        }
        return problems;
    }

    UserProgram program() {
        return new UserProgram(Optional.ofNullable(job), words, Optional.ofNullable(source));
    }

    JobShape.Wishes wishes(Map<Role, Integer> counts) {
        return new JobShape.Wishes(mode, server, runOn, pass, success, counts);
    }

    /** What goes along for the program; its working tree apart. */
    List<Attachment> attachments() {
        List<Attachment> attachments = new ArrayList<>();
        program().files().forEach(file -> attachments.add(Artifact.of(file).asFile()));
        files.forEach(file -> attachments.add(file.asFile()));
        archives.forEach(archive -> attachments.add(archive.unpackedAs(archive.name())));
        return attachments.stream().distinct().toList(); // a command may name what --files sends
    }

    /** Files that go along, which may say how the program wants to be run. */
    List<Path> modules() {
        return Stream.concat(
                        program().files().stream(),
                        files.stream().filter(file -> !file.isRemote()).map(Artifact::path))
                .toList();
    }

    /** The files that a command names, which nobody asked to send: worth a word. */
    Optional<String> takenAlong() {
        List<String> names = program().files().stream()
                .map(file -> file.getFileName().toString())
                .toList();
        return job != null || names.isEmpty() || runsHere() ? Optional.empty() : Optional.of(String.join(", ", names));
    }

    Map<String, String> environment() {
        return environment;
    }

    boolean runsHere() {
        return mode == DeployMode.CLIENT;
    }

    boolean allClients() {
        return clients == ClientCount.ALL;
    }

    boolean sparse() {
        return sparse;
    }

    /** Whether a flag was given that has no meaning any more. */
    boolean namesJar() {
        return jar != null;
    }
}
