package org.ydl.cli;

import java.util.List;
import org.ydl.api.ExitCode;
import picocli.CommandLine.Command;

/** The help of {@code ydl-tf} as a whole. */
@Command(
        name = "ydl-tf",
        header = "Runs distributed TensorFlow on Hadoop YARN.",
        customSynopsis = {
            "ydl-tf -job FILE [-numberworkers N] [-numberps N] [flags] [-- arguments of the job]",
            "       ydl-tf [flags] -- COMMAND WORD…",
            "       ydl-tf COMMAND …"
        },
        commandListHeading = "%nCommands (each has --help; that of run lists the flags of a job):%n",
        footer = {
            "",
            "Examples:",
            "  ydl-tf -job job.py -numberworkers 4 -numberps 1",
            "  ydl-tf -job plus.py -w 2 --deploy-mode client",
            "  ydl-tf -w 2 -s 1 -- python train.py --ps_hosts {ps_hosts} --task_index {task_index}",
            "  ydl-tf run job.yaml --dry-run"
        })
final class Overview implements Ydl.Action {
    @Override
    public List<String> problems() {
        return List.of();
    }

    /** It is only read. */
    @Override
    public ExitCode run(Screen screen) {
        return ExitCode.SUCCEEDED;
    }
}
