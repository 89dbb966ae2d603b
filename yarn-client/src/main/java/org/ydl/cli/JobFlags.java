package org.ydl.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ydl.api.Program;
import org.ydl.request.JobShape;
import org.ydl.request.UserProgram;
import org.ydl.submit.Attachment;
import org.ydl.submit.JobRequest;
import org.ydl.submit.Submitter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** All that a user says of a job that runs a program. */
final class JobFlags {
    @Mixin
    private ProgramFlags program;

    @Mixin
    private ClusterFlags cluster;

    void declare(CommandSpec command) {
        cluster.declare(command);
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>(program.problems(cluster.roles().counts()));
        problems.addAll(cluster.problems());
        if (problems.isEmpty()) {
            problems.addAll(JobShape.problems(program.program(), program.modules(), program.sparse()));
        }
        if (program.runsHere() && cluster.runtime().packsPython()) {
            problems.add("--python-env is unpacked on the nodes, and --deploy-mode client runs the program here;"
                    + " name a Python of this machine with --python");
        }
        return problems;
    }

    ProgramFlags program() {
        return program;
    }

    ClusterFlags cluster() {
        return cluster;
    }

    JobShape shape() {
        return JobShape.of(
                program.program(),
                program.modules(),
                program.wishes(cluster.roles().counts()));
    }

    /** The job as it is to be submitted; only if there are no {@link #problems}. */
    JobRequest request(JobShape shape, JobPython python) {
        UserProgram user = program.program();
        List<String> command = new ArrayList<>(user.command());
        command.addAll(shape.passed());
        Optional<Path> source = user.source();
        List<Attachment> attachments = new ArrayList<>();
        if (!program.runsHere()) {
            attachments.addAll(program.attachments());
            source.ifPresent(dir -> attachments.add(new Attachment.LocalTree(Submitter.SOURCE_LINK, dir)));
        }
        boolean finds =
                switch (user.kind()) {
                    case JAR, EXECUTABLE -> true;
                    case PYTHON, COMMAND -> false;
                };
        Program inContainers = new Program(
                program.runsHere() ? List.of() : command,
                program.environment(),
                python.path(),
                cluster.tfLibrary(),
                source.filter(dir -> !program.runsHere()).map(dir -> Submitter.SOURCE_LINK),
                finds);
        return cluster.request(user.name(), shape, inContainers, program.sparse(), attachments, python.own());
    }

    /** The words that start the program beside the client. */
    List<String> commandHere(JobShape shape) {
        List<String> command = new ArrayList<>(program.program().commandHere());
        command.addAll(shape.passed());
        return command;
    }
}
